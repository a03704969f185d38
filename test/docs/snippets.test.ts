import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CodeBlock, readMarkdown } from './markdown/markdown.ts';
import { findMarkdown, inRepository } from './repository.ts';

const guides = findMarkdown().filter((path) => path.startsWith('docs/guides/'));
const typeScript = guides.flatMap((path) =>
  readMarkdown(inRepository(path))
    .blocks.filter(({ language }) => language === 'ts')
    .map((block) => ({ where: `${path}:${block.line}`, block })),
);

/** The file a block quotes: its first word, a path in the repository or below `docs/guides/snippets`. */
function readSource({ words: [path = ''] }: CodeBlock): string {
  const folder = path.startsWith('packages/') ? '' : 'docs/guides/snippets/';
  return readFileSync(inRepository(folder + path), 'utf8');
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

describe('TypeScript in the guides', () => {
  it('is there', () => {
    expect(typeScript.length).toBeGreaterThan(10);
  });

  // The files are compiled with everything else, and the tests beside this one run them.
  it.each(typeScript)('$where is quoted from a file as it is', ({ block }) => {
    expect(findMisquote(quotesOf(block), readSource(block))).toBeNull();
  });
});

it('a misquote is found', () => {
  const source = 'one\n  two\nthree\n';
  expect(findMisquote(['one', 'three'], source)).toBeNull();
  expect(findMisquote(['three', 'one'], source)).toBe('one');
  expect(findMisquote(['  tw'], source)).toBe('  tw');
});
