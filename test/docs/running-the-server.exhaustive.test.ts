import { expect, it, onTestFinished } from 'vitest';
import { startDemoServer } from './demo-server.ts';
import { isCommand, pcmOf } from './describe-guide.ts';
import { readMarkdown } from './markdown/markdown.ts';
import { inRepository } from './repository.ts';
import { startWalkthrough } from './shell/walkthrough.ts';

const { blocks } = readMarkdown(inRepository('docs/guides/running-the-server.md'));

it('the guide to running the server creates workspaces and keys with working commands', async () => {
  const server = await startDemoServer();
  const walkthrough = await startWalkthrough({
    folder: server.folder,
    target: server.origin,
    replacements: pcmOf(server),
  });
  onTestFinished(async () => {
    await walkthrough.close();
    await server.stop();
  });
  const [first, ...others] = blocks.filter(isCommand);
  const steps = await walkthrough.run(first?.text ?? '');
  expect(steps.map(({ output }) => output)).toEqual([
    'The workspace "acme" was created.\n',
    '',
    expect.stringMatching(/acme +shop +2031-01-01/),
    expect.stringMatching(/^The key key_\w+ was revoked\.\n$/),
  ]);
  for (const { text } of others) await walkthrough.run(text);
});
