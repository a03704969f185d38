import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDifference } from './answers.ts';
import { type DemoServer, startDemoServer } from './demo-server.ts';
import { readMarkdown } from './markdown/markdown.ts';
import { inRepository } from './repository.ts';
import { curlIsMissing } from './shell/curl.ts';
import { startWalkthrough, type Walkthrough } from './shell/walkthrough.ts';

/**
 * Tests that walk through a guide: its commands run in their order against a demo server, and each JSON block is what
 * the command before it was answered. A command marked `sh not-run` is left out.
 */
export function describeGuide(document: string): void {
  const { blocks } = readMarkdown(inRepository(document));
  const steps = blocks.filter(
    ({ language, words }) => (language === 'sh' && !words.includes('not-run')) || language === 'json',
  );

  // Each step needs those before it.
  describe.skipIf(curlIsMissing)(document, { shuffle: false }, () => {
    let server: DemoServer;
    let walkthrough: Walkthrough;
    let lastAnswer: unknown;

    beforeAll(async () => {
      server = await startDemoServer();
      walkthrough = await startWalkthrough({ folder: server.folder, target: server.origin });
    });

    afterAll(async () => {
      await walkthrough?.close();
      await server?.stop();
    });

    it.each(steps)('says what happens in line $line', async ({ language, text }) => {
      if (language === 'json') return expect(findDifference(JSON.parse(text), lastAnswer)).toBeNull();
      const exchanges = (await walkthrough.run(text)).flatMap((step) => step.exchanges);
      expect(exchanges.length).toBeGreaterThan(0);
      const { headers, text: answered } = exchanges.at(-1) as (typeof exchanges)[number];
      const isJson = headers.get('content-type')?.startsWith('application/json') === true && answered !== '';
      lastAnswer = isJson ? JSON.parse(answered) : undefined;
    });
  });
}
