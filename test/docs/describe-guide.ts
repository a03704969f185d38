import { pcmProgram } from '@product-content/test-support/app/programs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoServer, startDemoServer } from './demo-server.ts';
import { findDifference } from './find-difference.ts';
import { type CodeBlock, readMarkdown } from './markdown/markdown.ts';
import { inRepository } from './repository.ts';
import { curlIsMissing } from './shell/curl.ts';
import { startWalkthrough, type Walkthrough } from './shell/walkthrough.ts';

/**
 * Tests that walk through a guide: its commands run in their order against a demo server, and each JSON block
 * without a file name is the response to the command before it. A command marked `sh not-run: <reason>` is left out.
 */
export function describeGuide(document: string): void {
  const { blocks } = readMarkdown(inRepository(document));
  const steps = blocks.filter(
    ({ language, words }) => isCommand({ language, words }) || (language === 'json' && words.length === 0),
  );

  // Each step needs those before it.
  describe.skipIf(curlIsMissing)(document, { shuffle: false }, () => {
    let server: DemoServer;
    let walkthrough: Walkthrough;
    let lastResponse: unknown;

    beforeAll(async () => {
      server = await startDemoServer();
      walkthrough = await startWalkthrough({ ...server, target: server.origin, replacements: pcmOf(server) });
    });

    afterAll(async () => {
      await walkthrough?.close();
      await server?.stop();
    });

    it.each(steps)('says what happens in line $line', async ({ language, text }) => {
      if (language === 'json') return expect(findDifference(JSON.parse(text), lastResponse)).toBeNull();
      const exchange = (await walkthrough.run(text)).flatMap((step) => step.exchanges).at(-1);
      if (exchange === undefined) return;
      const { headers, text: responseText } = exchange;
      const isJson = headers.get('content-type')?.startsWith('application/json') === true && responseText !== '';
      lastResponse = isJson ? JSON.parse(responseText) : undefined;
    });
  });
}

/** What documents write to run `pcm`, and what runs it here, on the database of a server. */
export function pcmOf({ app, folder }: DemoServer): Readonly<Record<string, string>> {
  // Hosts are found by the system: `pcm doctor` would miss name servers on a machine without a network.
  const settings = `DATABASE_URL='${app.databaseUrl}' DATA_DIR='${folder}/.data' WEBHOOK_ALLOW_PRIVATE=true`;
  const pcm = `env ${settings} node ${pcmProgram}`;
  return { 'npx --yes pnpm@12 --silent pcm': pcm, 'npx --yes pnpm@12 pcm': pcm };
}

/** Whether tests run a block: a command without another word after `sh`. */
export function isCommand({ language, words }: Pick<CodeBlock, 'language' | 'words'>): boolean {
  return language === 'sh' && words.length === 0;
}
