/** The character between the integer and the fraction of a number. */
export type DecimalSeparator = '.' | ',';

/** The number a text means with either decimal separator; null when it is not a number. */
export type NumberReadings = Readonly<Record<DecimalSeparator, number | null>>;

/** Grouped by thousands, with a fraction: `1.234,56`, `1,234`. */
const grouped: Readonly<Record<DecimalSeparator, RegExp>> = {
  '.': /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/,
  ',': /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/,
};

const plain: Readonly<Record<DecimalSeparator, RegExp>> = {
  '.': /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/,
  ',': /^[+-]?(?:\d+,?\d*|,\d+)$/,
};

/** White space and apostrophes that people put between thousands, or around a number. */
const space = /[\s'’]+/g;

/**
 * Parses a number as people write it.
 *
 * @param decimal if undefined, either separator is accepted when the text is unambiguous.
 * @returns null when the text is not a number, or can be read as two different ones.
 *
 * @example
 * parseNumber('1.234,5', ','); // 1234.5
 * parseNumber('12,5', undefined); // 12.5
 * parseNumber('1.234', undefined); // null: one and a bit, or more than a thousand
 */
export function parseNumber(text: string, decimal: DecimalSeparator | undefined): number | null {
  const readings = readingsOf(text);
  if (decimal !== undefined) return readings[decimal];
  return isAmbiguous(readings) ? null : (readings['.'] ?? readings[',']);
}

/**
 * Parses a number with either decimal separator. A leading zero, a group of other than three digits, or both separators
 * leave only one reading.
 *
 * @example
 * readingsOf('1.234'); // { '.': 1.234, ',': 1234 }
 * readingsOf('0.125'); // { '.': 0.125, ',': null }
 */
export function readingsOf(text: string): NumberReadings {
  const compact = text.replace(space, '');
  return { '.': parseWith(compact, '.'), ',': parseWith(compact, ',') };
}

/** True when a text can mean two different numbers. */
export function isAmbiguous(readings: NumberReadings): readings is Readonly<Record<DecimalSeparator, number>> {
  return readings['.'] !== null && readings[','] !== null && readings['.'] !== readings[','];
}

function parseWith(text: string, decimal: DecimalSeparator): number | null {
  if (plain[decimal].test(text)) return toNumber(text.replace(decimal, '.'));
  if (!grouped[decimal].test(text)) return null;
  const thousands = decimal === '.' ? ',' : '.';
  return toNumber(text.replaceAll(thousands, '').replace(decimal, '.'));
}

function toNumber(text: string): number | null {
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/**
 * Formats a number without grouping so that it is unambiguous: three decimals get a trailing zero, because `1.234`
 * could also mean thousands.
 *
 * @example
 * formatNumber(1.25); // '1.25'
 * formatNumber(1.234); // '1.2340'
 */
export function formatNumber(value: number, decimal: DecimalSeparator = '.'): string {
  const text = decimal === '.' ? String(value) : String(value).replace('.', decimal);
  return isAmbiguous(readingsOf(text)) ? `${text}0` : text;
}
