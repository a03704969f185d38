import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isCommand } from './describe-guide.ts';
import { readMarkdown } from './markdown/markdown.ts';
import { findMarkdown, inRepository, root } from './repository.ts';

describe('a command of a document', () => {
  const blocks = findMarkdown().flatMap((document) =>
    readMarkdown(inRepository(document))
      .blocks.filter(({ language }) => language === 'sh')
      .map((block) => ({ document, ...block })),
  );
  const tests = globSync('test/**/*.test.ts', { cwd: root }).map((path) => readFileSync(inRepository(path), 'utf8'));

  it('is run by a test that names its document, unless it is marked', () => {
    const documents = new Set(blocks.filter(isCommand).map(({ document }) => document));
    expect([...documents].filter((document) => !tests.some((text) => text.includes(`'${document}'`)))).toEqual([]);
  });

  it('gives the reason why no test runs it if it is marked', () => {
    const marked = blocks.filter(({ words }) => words[0]?.startsWith('not-run'));
    const withoutReason = marked.filter(({ words: [mark, ...reason] }) => mark !== 'not-run:' || reason.length < 2);
    expect(withoutReason.map(({ document, line }) => `${document}:${line}`)).toEqual([]);
  });
});
