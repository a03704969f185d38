import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isCommand } from './describe-guide.ts';
import { findDifference } from './find-difference.ts';
import { readMarkdown } from './markdown/markdown.ts';
import { inRepository } from './repository.ts';
import { curlIsMissing } from './shell/curl.ts';
import { documentedOrigin, startWalkthrough, type Walkthrough } from './shell/walkthrough.ts';

/** The address the documents show. */
const shownAddress = 'http://127.0.0.1:4010';
const program = inRepository('packages/contract-testing/src/cli/main.ts');
const folder = inRepository('docs/guides/snippets/mocking');

const withoutDurations = (text: string) => text.replaceAll(/ \d+ ms$/gm, ' … ms');

for (const document of ['docs/guides/mocking.md', 'packages/contract-mock/README.md']) {
  // Each step needs those before it.
  describe.skipIf(curlIsMissing)(`the mock of ${document}`, { shuffle: false }, () => {
    const { blocks } = readMarkdown(inRepository(document));
    const [start, ...commands] = blocks.filter(isCommand);
    const steps = blocks.filter((block) => commands.includes(block) || block.language === 'json');
    const shown = blocks.find(({ language }) => language === '')?.text.trim();
    const printed: string[] = [];
    let mock: ChildProcess;
    let baseUrl: string;
    let walkthrough: Walkthrough;
    let lastResponse: unknown;

    beforeAll(async () => {
      const args = (start?.text ?? '').trim().split(' ').slice(2);
      mock = spawn(process.execPath, [program, ...args, '--port', '0'], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      if (mock.stdout === null) throw new Error('The output of the mock is not read.');
      const lines = createInterface({ input: mock.stdout }).on('line', (line) => printed.push(line));
      await once(lines, 'line');
      baseUrl = /http:\/\/\S+/.exec(printed[0] ?? '')?.[0] ?? '';
      walkthrough = await startWalkthrough({ folder, target: baseUrl });
    });

    afterAll(async () => {
      await walkthrough?.close();
      mock?.kill();
    });

    it.each(steps)('says what happens in line $line', async ({ language, text }) => {
      if (language === 'json') return expect(findDifference(JSON.parse(text), lastResponse)).toBeNull();
      const walked = await walkthrough.run(text.replaceAll(shownAddress, documentedOrigin));
      const { text: body = '' } = walked.flatMap(({ exchanges }) => exchanges).at(-1) ?? {};
      lastResponse = body === '' ? undefined : JSON.parse(body);
    });

    if (shown === undefined) return;
    it('prints what it shows', async () => {
      const lines = withoutDurations(shown).split('\n');
      await expect
        .poll(() => printed.map((line) => withoutDurations(line.replaceAll(baseUrl, shownAddress))))
        .toEqual(lines);
    });
  });
}
