/** A plain decimal number, or null: no exponents, no thousands separators, at most 15 digits. */
export function toNumber(text: string): number | null {
  const trimmed = text.trim();
  return /^-?\d{1,11}(\.\d{1,15})?$/.test(trimmed) ? Number(trimmed) : null;
}

/** A number with at most four decimals, which is the limit for amounts and measures. */
export function roundToFour(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
