import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock, systemIds } from '../kernel/index.ts';
import { createFolderFileStore } from './folder-file-store.ts';
import { newUploadKey, sweepUploads } from './uploads.ts';

it('uploads that no handler took are deleted after a day, and other files stay', async () => {
  const root = await mkdtemp(join(tmpdir(), 'uploads-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const store = createFolderFileStore(root, systemIds);
  const [upload, asset] = [newUploadKey(systemIds), 'assets/1'];
  for (const key of [upload, asset]) await store.put(key, Buffer.from('x'));

  const now = systemClock.now();
  expect(await sweepUploads(store, now)).toBe(0);
  expect(await store.stat(upload)).not.toBeNull();

  const tomorrow = new Date(now.getTime() + 25 * 60 * 60 * 1000);
  expect(await sweepUploads(store, tomorrow)).toBe(1);
  expect(await store.stat(upload)).toBeNull();
  expect(await store.stat(asset)).not.toBeNull();
});
