/**
 * JSON text that is equal for equal values: the members of each object sorted by name, no white space (the
 * idea of RFC 8785). `1` and `"1"` stay different, as do `null` and a missing member.
 *
 * @throws TypeError for what JSON cannot hold.
 */
export function toCanonicalJson(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return JSON.stringify(value);
  // JSON.stringify writes null for infinity, which `1e999` is parsed to.
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object') throw new TypeError(`A ${typeof value} is not a JSON value.`);
  if (Array.isArray(value)) return `[${value.map((item) => toCanonicalJson(item ?? null)).join()}]`;
  if ('toJSON' in value && typeof value.toJSON === 'function') return toCanonicalJson(value.toJSON());
  return toCanonicalObject(value);
}

function toCanonicalObject(value: object): string {
  const members: string[] = [];
  for (const [name, member] of Object.entries(value).sort(byName)) {
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${toCanonicalJson(member)}`);
  }
  return `{${members.join()}}`;
}

function byName([left]: [string, unknown], [right]: [string, unknown]): number {
  return left < right ? -1 : 1;
}
