import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createApi } from '@product-content/test-support/app/api';
import { type AppProcess, spawnApp } from '@product-content/test-support/app/app-process';
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

  it('makes workspaces and keys by commands that work', async () => {
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

  it('backs the embedded database up and brings it back, also after a kill', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pcm-docs-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    // Started by root, PostgreSQL runs as another user, who has to get in.
    await chmod(folder, 0o755);
    const product = { sku: 'KEPT', name: 'Kept' };
    const start = (dataDir: string) =>
      spawnApp({ PORT: '0', SEED: 'none', LOG_LEVEL: 'warn', DATA_DIR: join(folder, dataDir) });

    let app = await start('.data');
    const key = (await readFile(join(folder, '.data/demo-key'), 'utf8')).trim();
    const apiOf = ({ baseUrl }: AppProcess) => createApi(baseUrl, key);
    expect((await apiOf(app).post('/products', product)).status).toBe(201);
    await app.kill('SIGKILL');
    app = await start('.data');
    expect((await apiOf(app).get('/products/KEPT')).status).toBe(200);
    expect(await app.kill('SIGTERM')).toBe(0);

    const [backup] = shellBlocks('backup');
    const [restore] = shellBlocks('restore');
    const restoring = restore?.text.split('\n').filter((line) => !line.startsWith('DATA_DIR=')) ?? [];
    for (const line of [backup?.text ?? '', ...restoring])
      await promisify(execFile)('sh', ['-c', line], { cwd: folder });
    app = await start('restored');
    expect((await apiOf(app).get('/products/KEPT')).data).toMatchObject(product);
    expect(await app.kill('SIGTERM')).toBe(0);
  });
});
