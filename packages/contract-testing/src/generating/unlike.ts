/** An id of the same form that no record is likely to have. */
export function unlike(id: string): string {
  if (/^\d{1,12}$/.test(id)) return String(Number(id) + 1_000_003);
  return id.replace(/\w{1,5}$/, (end) => end.replaceAll(/./g, (letter) => (letter === '9' ? '8' : '9')));
}
