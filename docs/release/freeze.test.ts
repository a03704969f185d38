import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Snapshot } from '@contract-kit/diff';
import type { OpenApiDocument } from '@contract-kit/openapi';
import { apiVersion } from '@product-content/contract';
import { expect, it, onTestFinished } from 'vitest';
import { freeze } from './freeze.ts';

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8')) as T;
}

it('records the document, the contract and the reasons of a version once, and refuses to overwrite them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'releases-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const paths = await freeze(folder);
  expect(paths).toEqual([
    join(folder, 'releases', apiVersion, 'openapi.json'),
    join(folder, 'releases', apiVersion, 'contract.json'),
    join(folder, 'releases', apiVersion, 'acknowledged.json'),
  ]);
  expect(await readJson(join(folder, 'releases/acknowledged.json'))).toEqual([]);
  const document = await readJson<OpenApiDocument>(paths[0] as string);
  const { operations } = await readJson<Snapshot>(paths[1] as string);
  const described = Object.values(document.paths).flatMap((item) => Object.values(item));
  expect(described.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(operations).sort());
  await expect(freeze(folder)).rejects.toMatchObject({ code: 'EEXIST' });
});
