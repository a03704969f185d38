import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pcmProgram } from '@product-content/test-support/app/programs';
import { createScratchDatabase, type ScratchDatabase } from '@product-content/test-support/database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext } from '#testing/index.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let folder: string;
let app: TestApp;
let target: ScratchDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'product-content-backup-kill-'));
  app = await startTestApp({ files: { kind: 'folder', path: join(folder, 'files') } });
  target = await createScratchDatabase();
  const ctx = createTestContext(app.workspace);
  for (let index = 0; index < 200; index += 1)
    await app.container.products.create(ctx, { sku: `S-${index}`, name: `Name ${index}` } as never);
});
afterAll(async () => {
  await app.stop();
  await target.drop({ force: true });
  await rm(folder, { recursive: true, force: true });
});

function pcm(words: readonly string[], url: string, files: string) {
  const { PATH = '' } = process.env;
  const env = { PATH, DATA_DIR: join(folder, 'data'), DATABASE_URL: url, ASSETS_URL: `file:${join(folder, files)}` };
  const child = spawn(process.execPath, [pcmProgram, ...words], { env, stdio: ['pipe', 'ignore', 'pipe'] });
  // It may still be written to after it was killed.
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  return { child, ended };
}

async function countContent(): Promise<number> {
  const client = new pg.Client(target.url);
  await client.connect();
  try {
    const { rows } = await client.query<{ found: boolean }>(`select to_regclass('workspace') is not null as found`);
    if (rows[0]?.found !== true) return 0;
    return Number((await client.query('select count(*) as n from workspace')).rows[0].n);
  } finally {
    await client.end();
  }
}

describe('a process that is killed', () => {
  it('leaves the database empty while it restores, so that the same command can be repeated', async () => {
    const file = join(folder, 'backup.tar.gz');
    expect(await pcm(['backup', file], app.databaseUrl, 'files').ended).toBe(0);
    const bytes = await readFile(file);
    for (const share of [0, 0.1, 0.5, 0.9, 0.999]) {
      const { child, ended } = pcm(['restore', '-'], target.url, 'restored');
      const part = bytes.subarray(0, Math.floor(bytes.length * share));
      await new Promise((resolve) => child.stdin.write(part, resolve));
      child.kill('SIGKILL');
      expect(await ended).toBe('SIGKILL');
      expect(await countContent()).toBe(0);
    }
    const { child, ended } = pcm(['restore', '-'], target.url, 'restored');
    child.stdin.end(bytes);
    expect(await ended).toBe(0);
    expect(await countContent()).toBe(1);
  });

  it('leaves no backup behind while it saves', async () => {
    const file = join(folder, 'never.tar.gz');
    const locking = new pg.Client(app.databaseUrl);
    await locking.connect();
    // Makes it wait for its snapshot.
    await locking.query('begin; lock table product in access exclusive mode');
    const { child, ended } = pcm(['backup', file], app.databaseUrl, 'files');
    await expect
      .poll(() =>
        access(`${file}.unfinished`).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    await expect(access(file)).rejects.toThrow('ENOENT');
    await locking.end();
  });
});
