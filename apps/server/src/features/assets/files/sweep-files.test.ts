import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AssetClient, type AssetFixture, createAssetFixture } from '#testing/assets/asset-fixture.ts';
import { decodeId, systemIds } from '../../../kernel/index.ts';
import { fileKeyOf, keysOf, thumbnailKeyOf } from './file-keys.ts';

let root: string;
let fixture: AssetFixture;
let api: AssetClient;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'asset-sweep-'));
  fixture = await createAssetFixture({ files: { kind: 'folder', path: root } });
  api = await fixture.client();
});
afterAll(async () => {
  await fixture.stop();
  await rm(root, { recursive: true, force: true });
});

it('files without an asset are removed once they are a day old, and no others', async () => {
  const { files, tasks } = fixture.app.container;
  const { id } = await api.asset();
  const used = decodeId('asset', id) ?? '';
  const [orphan, recent] = [systemIds.next(), systemIds.next()];
  const keys = [thumbnailKeyOf(used, 64), fileKeyOf(orphan), thumbnailKeyOf(orphan, 256), fileKeyOf(recent)];
  for (const key of keys) await files.put(key, Buffer.from('x'));
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
  for (const key of [fileKeyOf(used), ...keys.slice(0, 3)]) await utimes(join(root, key), yesterday, yesterday);
  const sweep = tasks.find(({ name }) => name === 'assets.sweep');
  expect(await sweep?.run(AbortSignal.timeout(60_000))).toBe(2);
  const left = async (key: string) => (await files.stat(key)) !== null;
  expect(await Promise.all(keys.map(left))).toEqual([true, false, false, true]);
  expect(await left(fileKeyOf(used))).toBe(true);
});

it('every file of an asset is among its keys', () => {
  const id = systemIds.next();
  expect(keysOf(id)).toEqual([
    fileKeyOf(id),
    ...[64, 128, 256, 512, 1024, 2048].map((width) => thumbnailKeyOf(id, width)),
  ]);
});
