/**
 * The text to commit: indented by two spaces, with a line feed at the end, members in the order of the document. The
 * same contract always gives the same text, so a difference means that the committed file is stale.
 */
export function toCanonicalJson(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
