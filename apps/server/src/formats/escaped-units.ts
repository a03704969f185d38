/**
 * Characters a format cannot hold, written as `_xHHHH_`, like Office (ECMA-376, ST_Xstring) and .NET (XmlConvert) do.
 * An underscore that would begin such a sequence is escaped too, so that every text can be restored.
 */
const escaped = /_x([0-9A-Fa-f]{4})_/g;

const looksEscaped = /_(?=x[0-9A-Fa-f]{4})/g;

/** @param unfit matches characters to escape; global. */
export function escapeUnits(text: string, unfit: RegExp): string {
  return text
    .replace(looksEscaped, '_x005F_')
    .replace(unfit, (character) => character.split('').map(escapeUnit).join(''));
}

export function unescapeUnits(text: string): string {
  return text.includes('_x') ? text.replace(escaped, (_, code: string) => fromCode(code)) : text;
}

/** @example escapeUnit('\u0001'); // '_x0001_' */
export const escapeUnit = (unit: string): string =>
  `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

const fromCode = (code: string): string => String.fromCharCode(Number.parseInt(code, 16));
