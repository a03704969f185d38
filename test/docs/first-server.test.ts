import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { expect, it, onTestFinished } from 'vitest';
import { addDune } from '../../docs/guides/snippets/first/bookshop.ts';
import { readMarkdown } from './markdown/markdown.ts';
import { inRepository } from './repository.ts';

it("the guide's first server prints a request that it accepts, and its client adds a book", async () => {
  const program = inRepository('docs/guides/snippets/first/start.ts');
  const server = spawn(process.execPath, [program, '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void server.kill());
  const [line] = await once(createInterface({ input: server.stdout }), 'line');
  const [, address = '', key = ''] =
    /^curl -i (http:\/\/[\d.:]+)\/books -H 'X-API-Key: (shop_demo_\S+)'/.exec(line) ?? [];
  expect(await addDune(address, key)).toMatchObject({ title: 'Dune', price: 9.5 });
});

it('the guide shows how to install, a contract, handlers, a server and a request within its first 75 lines', () => {
  const { blocks } = readMarkdown(inRepository('docs/guides/using-the-library.md'));
  const first = blocks.filter(({ line }) => line <= 75).map(({ text }) => text);
  for (const part of ['pack:packages', 'operation({', 'Handlers<', 'mountContract({', 'node start.ts']) {
    expect(
      first.some((text) => text.includes(part)),
      part,
    ).toBe(true);
  }
});
