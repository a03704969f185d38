import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, createTestWorkspace, type TestDatabase } from '#testing/index.ts';
import { createFolderFileStore, type FileStore } from '../../../files/index.ts';
import { systemClock, systemIds } from '../../../kernel/index.ts';
import { ExportProfilesRepository } from '../profiles/export-profiles.repository.ts';
import { feedKey, sweepFeeds } from './feed-files.ts';
import { type Feed, FeedsRepository } from './feeds.repository.ts';

let test: TestDatabase;
let folder: string;
let store: FileStore;
let feeds: FeedsRepository;
let feed: Feed;

beforeEach(async () => {
  test = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'product-content-feeds-'));
  store = createFolderFileStore(folder, systemIds);
  feeds = new FeedsRepository(test.database);
  const { id: workspaceId } = await createTestWorkspace(test.database);
  const [profileId, feedTokenHash, at] = [systemIds.next(), Buffer.from('hash'), systemClock.now()];
  await new ExportProfilesRepository(test.database).insert({
    ...{ workspaceId, id: profileId, name: 'Prices', options: {}, createdAt: at, updatedAt: at },
    ...{ feedTokenHash, feedToken: Buffer.from('token') },
  });
  const found = await feeds.find(feedTokenHash, 'csv');
  if (found === null) throw new Error('The feed of the profile was not found.');
  feed = found;
});
afterEach(async () => {
  await test.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Writes a file of the feed, and makes it the newest one unless it is left behind. */
async function write({ behind = false } = {}): Promise<string> {
  const fileId = systemIds.next();
  const key = feedKey(feed, fileId);
  const { size } = await store.put(key, Buffer.from('sku\r\n'));
  const tally = { count: 0, warnings: 0 };
  if (!behind) await feeds.save(feed, { state: '1', fileId, size, ...tally, generatedAt: systemClock.now() });
  return key;
}

const inMinutes = (minutes: number) => new Date(systemClock.now().getTime() + minutes * 60_000);

/** Those of the files that exist. */
async function kept(keys: readonly string[]): Promise<string[]> {
  const found = await Promise.all(keys.map((key) => store.stat(key)));
  return keys.filter((_, index) => found[index] !== null);
}

it('files that belong to no feed are deleted after an hour, and no others', async () => {
  const [old, previous, newest] = [await write(), await write(), await write()];
  const behind = await write({ behind: true });
  const other = 'exports/1.csv';
  await store.put(other, Buffer.from('sku\r\n'));
  const all = [old, previous, newest, behind, other];

  expect(await sweepFeeds(store, feeds, inMinutes(50))).toBe(0);
  expect(await kept(all)).toEqual(all);

  // A reader may just have learned of the previous file.
  expect(await sweepFeeds(store, feeds, inMinutes(70))).toBe(2);
  expect(await kept(all)).toEqual([previous, newest, other]);
  expect(await sweepFeeds(store, feeds, inMinutes(70))).toBe(0);
});

it('files of a deleted profile are deleted, even more than one batch', async () => {
  const keys: string[] = [await write()];
  for (let count = 0; count < 501; count += 1) keys.push(await write({ behind: true }));
  await new ExportProfilesRepository(test.database).delete(feed.workspaceId, feed.profileId);
  const gone = await sweepFeeds(store, feeds, inMinutes(70));
  expect(gone).toBeGreaterThanOrEqual(keys.length);
  expect(await kept(keys)).toEqual([]);
});
