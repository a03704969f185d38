import { parseHex, toHex } from './bytes.ts';

/** A parsed signature field. */
export interface SignatureHeader {
  /** `t` as written: the signature covers its text. */
  readonly t: string;
  /** The `v1` values, decoded. */
  readonly signatures: readonly Uint8Array[];
}

/** Writes `t=…,v1=…[,v1=…]`. */
export function formatSignatureHeader(t: string, signatures: readonly Uint8Array[]): string {
  return [`t=${t}`, ...signatures.map((signature) => `v1=${toHex(signature)}`)].join(',');
}

/**
 * Reads a signature field: parts in any order, white space around them, unknown parts ignored. A `v1` that is not
 * hexadecimal is dropped, since it matches nothing.
 *
 * @returns null when there is not exactly one `t` of ASCII digits, or no `v1`. Two `t` parts are refused even when they
 * agree, so that the checked one is always the signed one.
 */
export function parseSignatureHeader(field: string): SignatureHeader | null {
  const parts = field.split(',').map(splitPart);
  const valuesOf = (name: string) => parts.filter(([key]) => key === name).map(([, value]) => value);
  const [t, ...furtherTimes] = valuesOf('t');
  const signatures = valuesOf('v1');
  if (t === undefined || furtherTimes.length > 0 || !/^[0-9]+$/.test(t) || signatures.length === 0) return null;
  return { t, signatures: signatures.map(parseHex).filter((bytes) => bytes !== null) };
}

function splitPart(part: string): readonly [key: string, value: string] {
  const text = part.trim();
  const sign = text.indexOf('=');
  return sign === -1 ? [text, ''] : [text.slice(0, sign), text.slice(sign + 1)];
}
