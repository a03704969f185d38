/**
 * The name of the first element of a markup document, in lower case and without its prefix; null when the text begins
 * with anything else. Skips declarations, comments and a document type, in time linear in the length of the text.
 *
 * @example
 * rootElementOf('<?xml version="1.0"?><!-- a logo --><svg:svg>'); // 'svg'
 */
export function rootElementOf(text: string): string | null {
  let position = 0;
  while (position !== -1) {
    position += /^\s*/.exec(text.slice(position, position + blankLimit))?.[0].length ?? 0;
    if (text[position] !== '<') return null;
    const next = text.slice(position + 1, position + 1 + nameLimit);
    if (next.startsWith('!--')) position = after(text, '-->', position + 4);
    else if (next.startsWith('?')) position = after(text, '?>', position + 2);
    else if (next.startsWith('!')) position = afterDocumentType(text, position);
    else return /^(?:[\w.-]+:)?([a-z][\w-]*)/i.exec(next)?.[1]?.toLowerCase() ?? null;
  }
  return null;
}

/** The longest name, and the longest run of blanks, that is read. */
const nameLimit = 100;
const blankLimit = 64 * 1024;

function after(text: string, end: string, from: number): number {
  const position = text.indexOf(end, from);
  return position === -1 ? -1 : position + end.length;
}

/** The position after `<!DOCTYPE …>`, whose internal declarations stand in brackets. */
function afterDocumentType(text: string, from: number): number {
  const end = text.indexOf('>', from);
  const bracket = text.indexOf('[', from);
  if (bracket === -1 || end < bracket) return end === -1 ? -1 : end + 1;
  const closing = /\]\s*>/g;
  closing.lastIndex = bracket;
  return closing.test(text) ? closing.lastIndex : -1;
}
