import { statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { pcmProgram } from '@product-content/test-support/app/programs';
import { runToEnd } from '@product-content/test-support/run-program';
import { workerPostgresUrl } from '@product-content/test-support/worker-postgres';
import { expect, it } from 'vitest';
import { outputFolder } from './source-record.ts';

const program = fileURLToPath(new URL('./main.js', import.meta.url));

it('a build that is up to date stays as it is', async () => {
  const writtenAt = () =>
    ['server-sources.json', 'console-sources.json'].map((name) => statSync(join(outputFolder, name)).mtimeMs);
  const before = writtenAt();
  expect((await runToEnd('.', process.execPath, program)).code).toBe(0);
  expect(writtenAt()).toEqual(before);
});

it('errors of a built program name lines of the sources if Node is asked for them', async () => {
  const database = new URL(await workerPostgresUrl());
  database.pathname = '/missing';
  const settings = [`DATABASE_URL=${database.href}`, 'LOG_LEVEL=debug'];
  const node = [process.execPath, '--enable-source-maps', pcmProgram];
  const { stderr } = await runToEnd('.', 'env', ...settings, ...node, 'workspace', 'list');
  expect(stderr).toContain(`(${fileURLToPath(new URL('../src/storage/await-server.ts:', import.meta.url))}`);
});
