import { describe, expect, it, onTestFinished } from 'vitest';
import { describeSettings } from '../../apps/server/src/config/index.ts';
import { startDemoServer } from './demo-server.ts';
import { pcmOf } from './describe-guide.ts';
import { readMarkdown } from './markdown/markdown.ts';
import { inRepository } from './repository.ts';
import { startWalkthrough } from './shell/walkthrough.ts';

const { blocks, tables } = readMarkdown(inRepository('docs/guides/running-the-server.md'));
const shellBlocks = (word?: string) => blocks.filter(({ language, words }) => language === 'sh' && words[0] === word);

describe('the guide to running the server', () => {
  it('has every setting, with its default and its meaning', () => {
    const rows = describeSettings().map(({ name, default: byDefault, description }) => [
      `\`${name}\``,
      byDefault === null ? '' : `\`${byDefault}\``,
      description,
    ]);
    expect(tables.find(([header]) => header?.join() === 'name,default,meaning')?.slice(1)).toEqual(rows);
  });

  it('creates workspaces and keys with working commands', async () => {
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
    const [first, ...others] = shellBlocks();
    const steps = await walkthrough.run(first?.text ?? '');
    expect(steps.map(({ output }) => output)).toEqual([
      'The workspace "acme" was created.\n',
      '',
      expect.stringMatching(/acme +shop +2031-01-01/),
      expect.stringMatching(/^The key key_\w+ was revoked\.\n$/),
    ]);
    for (const { text } of others) await walkthrough.run(text);
  });
});
