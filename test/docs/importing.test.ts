import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDifference } from './answers.ts';
import { type DemoServer, startDemoServer } from './demo-server.ts';
import { readMarkdown } from './markdown/markdown.ts';
import { inRepository } from './repository.ts';
import { curlIsMissing } from './shell/curl.ts';
import { startWalkthrough, type Walkthrough } from './shell/walkthrough.ts';

const { blocks } = readMarkdown(inRepository('docs/guides/importing.md'));

let server: DemoServer;
let walkthrough: Walkthrough;

beforeAll(async () => {
  server = await startDemoServer();
  walkthrough = await startWalkthrough({ folder: server.folder, target: server.origin });
});

afterAll(async () => {
  await walkthrough?.close();
  await server?.stop();
});

describe.skipIf(curlIsMissing)('the guide to importing', () => {
  let lastAnswer: unknown;

  it.each(blocks.filter(({ language }) => language === 'sh' || language === 'json'))(
    'says what happens in line $line',
    async ({ language, text }) => {
      if (language === 'json') return expect(findDifference(JSON.parse(text), lastAnswer)).toBeNull();
      const exchanges = (await walkthrough.run(text)).flatMap((step) => step.exchanges);
      expect(exchanges.length).toBeGreaterThan(0);
      lastAnswer = JSON.parse(exchanges.at(-1)?.text ?? '');
    },
  );
});
