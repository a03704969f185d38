import { roundToFour } from '../../../source/numbers.ts';

interface Unit {
  readonly symbol: string;
  /** What is measured: only units of one family convert into each other. */
  readonly family: 'length' | 'mass';
  /** Metres or kilograms in one of it. */
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

/** The symbol of a unit; the code itself when it is not known. */
export const symbolOf = (unit: string): string => units[unit]?.symbol ?? unit.toLowerCase();

/** A measure in another unit of the same family, to four decimals; null when the units do not convert. */
export function convert(value: number, from: string, to: string): number | null {
  if (from === to) return value;
  const [source, target] = [units[from], units[to]];
  if (source === undefined || target === undefined || source.family !== target.family) return null;
  return roundToFour((value * source.factor) / target.factor);
}
