/**
 * Characters a place cannot hold, as `_xHHHH_`: how Office (ECMA-376, ST_Xstring) and .NET (XmlConvert) write them. An
 * underscore that would begin such a thing by itself is written that way too, so that every text comes back.
 */
const escaped = /_x([0-9A-Fa-f]{4})_/g;

const looksEscaped = /_(?=x[0-9A-Fa-f]{4})/g;

/** @param unfit characters to escape; global. */
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
