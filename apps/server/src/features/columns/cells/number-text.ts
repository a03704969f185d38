/** Grouped by thousands, with a decimal part: `1.234,56`, `1,234`, `12.5`. */
const grouped = {
  '.': /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/,
  ',': /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/,
} as const;

const plain = { '.': /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/, ',': /^[+-]?(?:\d+,?\d*|,\d+)$/ } as const;

/** White space people put between thousands, or around a number. */
const space = /[\s\u00a0\u202f']+/g;

/**
 * Reads a number as people write it.
 *
 * @param decimal the decimal separator; undefined takes the point, and the comma where nothing speaks against it.
 * @returns null when the text is no number, or could be two different ones.
 *
 * @example
 * parseNumber('1.234,5', ','); // 1234.5
 * parseNumber('12,5', undefined); // 12.5
 * parseNumber('1,234', undefined); // null: one thousand or one and a bit
 */
export function parseNumber(text: string, decimal: '.' | ',' | undefined): number | null {
  const compact = text.replace(space, '');
  if (decimal !== undefined) return parseWith(compact, decimal);
  if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(compact)) return null;
  return parseWith(compact, '.') ?? parseWith(compact, ',');
}

function parseWith(text: string, decimal: '.' | ','): number | null {
  if (plain[decimal].test(text)) return toNumber(text.replace(decimal, '.'));
  if (!grouped[decimal].test(text)) return null;
  const thousands = decimal === '.' ? ',' : '.';
  return toNumber(text.replaceAll(thousands, '').replace(decimal, '.'));
}

function toNumber(text: string): number | null {
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** Writes a number without grouping. */
export function formatNumber(value: number, decimal: '.' | ',' = '.'): string {
  return decimal === '.' ? String(value) : String(value).replace('.', decimal);
}
