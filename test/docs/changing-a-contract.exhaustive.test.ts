import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { runToEnd } from '@product-content/test-support/run-program';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBreaks } from '../../docs/guides/snippets/changing/breaks.ts';
import { isCommand } from './describe-guide.ts';
import { readMarkdown } from './markdown/markdown.ts';
import { inRepository } from './repository.ts';

const documents = ['packages/contract-diff/README.md', 'docs/guides/changing-a-contract.md'];
const program = inRepository('packages/contract-testing/src/cli/main.ts');
const snippets = inRepository('docs/guides/snippets/changing');

const folder = mkdtempSync(join(tmpdir(), 'changing-a-contract-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync(
    'git',
    ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false', ...args],
    {
      cwd: folder,
    },
  );

/** A repository whose contract has changed since the tag `v1.4.0`. */
beforeAll(() => {
  symlinkSync(inRepository('docs/node_modules'), join(folder, 'node_modules'), 'junction');
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  copyFileSync(join(snippets, 'earlier.ts'), join(folder, 'contract.ts'));
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'feat: orders');
  git('tag', 'v1.4.0');
  copyFileSync(join(snippets, 'later.ts'), join(folder, 'contract.ts'));
});

/** Runs `npx contract-kit …` of a document; resolves to what it printed. */
async function run(command: string): Promise<string> {
  const [, , ...args] = command.trim().split(/\s+/);
  const { stdout, stderr } = await runToEnd(folder, process.execPath, program, ...args);
  return stdout + stderr;
}

describe.each(documents)('%s', (document) => {
  const { blocks } = readMarkdown(inRepository(document));
  const steps = blocks.filter((block) => isCommand(block) || block.language === '' || block.words.length > 0);

  it('shows the output of its commands', async () => {
    let printed = '';
    for (const { language, words, text } of steps) {
      if (isCommand({ language, words })) printed = await run(text);
      else if (language === 'json') writeFileSync(join(folder, words[0] as string), text);
      else if (language === '') expect(printed.trim()).toBe(text.trim());
    }
    expect(steps.filter(isCommand).length).toBeGreaterThan(1);
  });
});

it('the example in TypeScript finds the same breaks', async () => {
  copyFileSync(join(snippets, 'earlier.ts'), join(folder, 'earlier.ts'));
  await run('npx contract-kit diff --contract earlier.ts --write earlier.json');
  const breaks = await findBreaks(JSON.parse(readFileSync(join(folder, 'earlier.json'), 'utf8')));
  expect(breaks.map(({ id }) => id)).toEqual(['rate-limit.lowered', 'scopes.added', 'request.max-length-lowered']);
});
