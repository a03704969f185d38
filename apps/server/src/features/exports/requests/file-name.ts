const forbidden = /[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu;

/**
 * Makes a file name with an extension from any text.
 *
 * @example
 * toFileName('Prices 1/2', 'csv'); // 'Prices 1-2.csv'
 */
export function toFileName(text: string, ending: string): string {
  const base = text.replaceAll(forbidden, '-').trim() || 'products';
  return base.toLowerCase().endsWith(`.${ending}`) ? base : `${base}.${ending}`;
}
