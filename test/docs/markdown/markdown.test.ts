import { expect, it } from 'vitest';
import { parseMarkdown } from './markdown.ts';

it('finds code blocks with their language, their flags and their line', () => {
  const { blocks } = parseMarkdown(
    '# A\n\n```ts client/call.ts\nconst a = 1;\n\nconst b = 2;\n```\n\n```\nplain\n```\n',
  );
  expect(blocks).toEqual([
    { language: 'ts', words: ['client/call.ts'], text: 'const a = 1;\n\nconst b = 2;', line: 3 },
    { language: '', words: [], text: 'plain', line: 9 },
  ]);
});

it('refuses a code block without an end', () => {
  expect(() => parseMarkdown('a\n```sh\nls\n')).toThrow('line 2 does not end');
});

it('finds links outside of code, even those whose text is code', () => {
  const { links } = parseMarkdown('[`a`](b.md#c) and [d](e)\n```\n[x](y)\n```\n`[x](y)` [f](g "h")\n');
  expect(links).toEqual([
    { target: 'b.md#c', line: 1 },
    { target: 'e', line: 1 },
  ]);
});

it('makes anchors of headings like GitHub', () => {
  const { anchors } = parseMarkdown('# Retries, errors & `429`\n## PUT, PATCH or bulk?\n## Keys\n### Keys\n');
  expect([...anchors]).toEqual(['retries-errors--429', 'put-patch-or-bulk', 'keys', 'keys-1']);
});

it('reads tables as rows of cells', () => {
  const { tables } = parseMarkdown('| a | b |\n|---|:-:|\n| `1` | |\n\n| c |\n|---|\n');
  expect(tables).toEqual([
    [
      ['a', 'b'],
      ['`1`', ''],
    ],
    [['c']],
  ]);
});
