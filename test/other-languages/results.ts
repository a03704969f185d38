import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { inRepository } from '../docs/repository.ts';
import type { Outcome } from './run-client.ts';

/** The documents clients are generated from, by the name the option `--document` has for them. */
export const documents = {
  generators: 'docs/openapi.generators.json',
  plain: 'docs/openapi.json',
} as const;

export type DocumentName = keyof typeof documents;

/** What came of a client, and of which document. */
export interface Result extends Outcome {
  readonly client: string;
  readonly document: DocumentName;
  /** {@link fingerprintOf} the document at that time. */
  readonly sha256: string;
}

const resultsFile = inRepository('test/other-languages/results.json');

export function readResults(): readonly Result[] {
  return JSON.parse(readFileSync(resultsFile, 'utf8')) as Result[];
}

/** Puts a result in the place of the one of the same client and document. */
export function recordResult(result: Result): void {
  const keyOf = ({ document, client }: Result) => `${document} ${client}`;
  const all = new Map([...readResults(), result].map((each) => [keyOf(each), each]));
  const sorted = [...all.values()].sort((a, b) => keyOf(a).localeCompare(keyOf(b)));
  writeFileSync(resultsFile, `${JSON.stringify(sorted, null, 2)}\n`);
}

/**
 * SHA-256 of a document without its prose: another description changes comments of a client, and not what compiles
 * and works. Titles count, because they name types.
 */
export function fingerprintOf(document: DocumentName): string {
  const text = readFileSync(inRepository(documents[document]), 'utf8');
  const withoutProse = JSON.parse(text, (key, value) => (isProse(key, value) ? undefined : value));
  return createHash('sha256').update(JSON.stringify(withoutProse)).digest('hex');
}

/**
 * A property of a record may have such a name, too, but then its schema stands there, which is an object. So are the
 * examples of a media type, but each of those has a value.
 */
function isProse(key: string, value: unknown): boolean {
  if (!['description', 'summary', 'example', 'examples'].includes(key)) return false;
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return !isRecord || (key === 'examples' && Object.values(value).every((each) => Object.hasOwn(each, 'value')));
}
