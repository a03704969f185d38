import { inject, type ProvidedContext } from 'vitest';

/** What differs between the tiers, such as the number of runs of a property. */
export function byTier<Value>(values: Readonly<Record<ProvidedContext['tier'], Value>>): Value {
  return values[inject('tier')];
}

/** In the tier "behavior", so many places in a row try each value once. */
const shares = 12;

/**
 * The values to try at one of many places: all of them in the tier "exhaustive", about every twelfth of them in the
 * tier "behavior", and at least one. Each place gets others than the places around it.
 *
 * @param place the number of the place, from 0.
 */
export function valuesAt<Value>(place: number, values: readonly Value[]): readonly Value[] {
  const step = Math.min(shares, values.length);
  return byTier({ behavior: values.filter((_, index) => (index + place) % step === 0), exhaustive: values });
}
