import { createHash } from 'node:crypto';
import { arbitraryOf, type DocumentedSchema } from '@contract-kit/contract-testing/generating';
import fc from 'fast-check';

/** A 32-bit hash of a text. */
export function seedOf(text: string): number {
  return createHash('sha256').update(text).digest().readInt32BE();
}

const arbitraries = new WeakMap<DocumentedSchema, fc.Arbitrary<unknown>>();

/** Maximum number of values generated until one is valid. */
const most = 40;

/** Readable values of a schema. The same text makes the same values. */
export function* samplesOf(documented: DocumentedSchema, text: string): Generator<unknown> {
  const arbitrary = arbitraries.get(documented) ?? arbitraryOf(documented, { isReadable: true });
  arbitraries.set(documented, arbitrary);
  for (let count = 0; count < most; count += 1) {
    yield structuredClone(fc.sample(arbitrary, { seed: seedOf(`${text} ${count}`), numRuns: 1 })[0]);
  }
}

/** The first of {@link samplesOf}. */
export function sampleOf(documented: DocumentedSchema, text: string): unknown {
  return samplesOf(documented, text).next().value;
}
