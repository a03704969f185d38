import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CodeBlock, readMarkdown } from './markdown/markdown.ts';
import { findMarkdown, inRepository, resolveLink } from './repository.ts';

interface Quoting {
  readonly where: string;
  readonly document: string;
  readonly block: CodeBlock;
}

/** Blocks of TypeScript that say which file they quote; in the guides, all of them. */
const typeScript = findMarkdown().flatMap((document) =>
  readMarkdown(inRepository(document))
    .blocks.filter(
      ({ language, words }) => language === 'ts' && (words.length > 0 || document.startsWith('docs/guides/')),
    )
    .map((block): Quoting => ({ where: `${document}:${block.line}`, document, block })),
);

/** The file a block quotes: the word after `ts`, a path seen from the document or from the root. */
function readSource({ where, document, block }: Quoting): string {
  const [path] = block.words;
  if (path === undefined) throw new Error(`${where}: say after "ts" which file the code is quoted from.`);
  const source = resolveLink(document, path) ?? path;
  return readFileSync(inRepository(source), 'utf8');
}

/** What a block quotes, piece by piece: a line of nothing but `…` leaves something out. */
function quotesOf({ text }: CodeBlock): string[] {
  return text.split(/^ *\/\/ …\n/m).map((piece) => piece.replace(/\n$/, ''));
}

/** The first quote that is not in the source where it should be; null when each is, in this order. */
function findMisquote(quotes: readonly string[], source: string): string | null {
  let position = 0;
  for (const quote of quotes) {
    const found = source.indexOf(`${quote}\n`, position);
    if (found === -1) return quote;
    position = found + quote.length;
  }
  return null;
}

describe('TypeScript in the documents', () => {
  it('exists', () => {
    expect(typeScript.length).toBeGreaterThan(10);
  });

  // The files are compiled with everything else, and the tests beside this one run them.
  it.each(typeScript)('$where is quoted from a file literally', (quoting) => {
    expect(findMisquote(quotesOf(quoting.block), readSource(quoting))).toBeNull();
  });
});

it('a misquote is found', () => {
  const source = 'one\n  two\nthree\n';
  expect(findMisquote(['one', 'three'], source)).toBeNull();
  expect(findMisquote(['three', 'one'], source)).toBe('one');
  expect(findMisquote(['  tw'], source)).toBe('  tw');
});
