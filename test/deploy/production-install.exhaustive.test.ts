import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { spawnApp } from '@product-content/test-support/app/app-process';
import { createScratchDatabase } from '@product-content/test-support/database';
import { run } from '@product-content/test-support/run-program';
import { expect, it, onTestFinished } from 'vitest';
import { copySources } from './copy-sources.ts';
import { readInstallCommand } from './deploy-files.ts';

it('a release that is installed without development dependencies builds and compiles, and serves when started with node', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pcm-production-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await copySources(folder);
  const startedAt = performance.now();
  await run(folder, 'sh', '-c', readInstallCommand());
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const size = /^\d+/.exec(await run(folder, 'du', '-sm', 'node_modules'))?.[0];
  process.stdout.write(`Installed for production: ${size} MB in ${seconds} s.\n`);
  const installed = await readdir(join(folder, 'node_modules'));
  expect(installed).toContain('express');
  for (const tool of ['vitest', 'typescript', 'vitepress', '@biomejs', 'node']) expect(installed).not.toContain(tool);

  await run(folder, process.execPath, 'apps/server/dist/compile.js');
  const compiled = await readdir(join(folder, 'node_modules/.cache/product-content'), { recursive: true });
  expect(compiled.length).toBeGreaterThan(20);

  const database = await createScratchDatabase();
  onTestFinished(() => database.drop());
  const settings = { PORT: '0', DATABASE_URL: database.url, DATA_DIR: join(folder, '.data'), METRICS_PORT: '0' };
  const app = await spawnApp(settings, join(folder, 'apps/server/dist/main.js'));
  const { origin } = new URL(app.baseUrl);
  for (const path of ['/readyz', '/console', '/api/v1/openapi.json', '/api/v1/docs']) {
    expect((await fetch(`${origin}${path}`)).status, path).toBe(200);
  }
  expect(await app.kill('SIGTERM')).toBe(0);
});
