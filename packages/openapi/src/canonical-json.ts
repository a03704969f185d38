import type { PolicySnapshot } from './create-policy-snapshot.ts';
import type { OpenApiDocument } from './document.ts';
import type { GeneratorDocument } from './generators/create-generator-document.ts';

/**
 * The text to commit: two spaces, a line feed at the end, members in the order of the document. The same contract
 * gives the same text, so a difference means that the committed file is stale.
 */
export function toCanonicalJson(document: OpenApiDocument | GeneratorDocument | PolicySnapshot): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
