import { forEachInSlices } from '../../kernel/index.ts';
import type { CatalogSnapshot } from './catalog-snapshot.ts';
import type { LinearPattern } from './linear-pattern.ts';

/** Whether a text matches a pattern; null when that is unknown because matching would take too long. */
export type MatchPattern = (pattern: LinearPattern, text: string) => boolean | null;

/** Steps that all texts of one product may take together: some thirty milliseconds at worst. */
const maxStepsOfProduct = 2_000_000;

export interface MatchOptions {
  readonly catalog: CatalogSnapshot;
  /** Default: the limit of one product. */
  readonly maxSteps?: number;
}

/**
 * Matches texts against the patterns of their attributes before the rules run, which are synchronous, in slices of
 * time.
 *
 * @param valuesByCode of one product: its attributes, and those of its translations.
 * @returns the results; a text that was not among them is matched on demand.
 */
export async function matchPatterns(
  valuesByCode: readonly (Readonly<Record<string, unknown>> | null | undefined)[],
  { catalog, maxSteps = maxStepsOfProduct }: MatchOptions,
): Promise<MatchPattern> {
  const found = new Map<string, Map<string, boolean | null>>();
  let steps = 0;
  const values = valuesByCode.flatMap((byCode) => Object.entries(byCode ?? {}));
  await forEachInSlices(values, ([code, value]) => {
    const pattern = catalog.attribute(code)?.pattern ?? null;
    if (pattern === null || typeof value !== 'string' || value.length > pattern.maxLength) return;
    const results = found.get(pattern.source) ?? new Map<string, boolean | null>();
    if (results.has(value)) return;
    steps += pattern.stepsOf(value);
    results.set(value, steps > maxSteps ? null : pattern.test(value));
    found.set(pattern.source, results);
  });
  return (pattern, text) => {
    const result = found.get(pattern.source)?.get(text);
    return result === undefined ? pattern.test(text) : result;
  };
}
