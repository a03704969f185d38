import { roundToFour } from '../../../source/numbers.ts';

interface Unit {
  readonly symbol: string;
  /** The quantity: only units of the same family can be converted. */
  readonly family: 'length' | 'mass';
  /** One unit in metres or kilograms. */
  readonly factor: number;
}

/** Unit codes of the source (SI, and the international inch and avoirdupois units). */
const units: Readonly<Record<string, Unit>> = {
  MILLIMETER: { symbol: 'mm', family: 'length', factor: 0.001 },
  CENTIMETER: { symbol: 'cm', family: 'length', factor: 0.01 },
  METER: { symbol: 'm', family: 'length', factor: 1 },
  INCH: { symbol: 'in', family: 'length', factor: 0.0254 },
  GRAM: { symbol: 'g', family: 'mass', factor: 0.001 },
  KILOGRAM: { symbol: 'kg', family: 'mass', factor: 1 },
  OUNCE: { symbol: 'oz', family: 'mass', factor: 0.028349523125 },
  POUND: { symbol: 'lb', family: 'mass', factor: 0.45359237 },
};

/** The symbol of a unit; for an unknown unit, its code. */
export const symbolOf = (unit: string): string => units[unit]?.symbol ?? unit.toLowerCase();

/**
 * Converts a measure to another unit of the same family, with four decimals; null when the units cannot be converted.
 */
export function convert(value: number, from: string, to: string): number | null {
  if (from === to) return value;
  const [source, target] = [units[from], units[to]];
  if (source === undefined || target === undefined || source.family !== target.family) return null;
  return roundToFour((value * source.factor) / target.factor);
}
