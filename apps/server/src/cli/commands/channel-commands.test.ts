import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, createTestWorkspace, type TestDatabase } from '#testing/index.ts';
import { readConfig } from '../../config/index.ts';
import { describeError } from '../describe-error.ts';
import { createProgram } from '../program.ts';

let test: TestDatabase;
let slug: string;
let folder: string;
beforeAll(async () => {
  test = await createTestDatabase();
  slug = (await createTestWorkspace(test.database)).slug;
  folder = await mkdtemp(join(tmpdir(), 'product-content-channels-'));
});
afterAll(async () => {
  await test.drop();
  await rm(folder, { recursive: true });
});

/** The output of a command line, or its error message. */
async function pcm(...words: string[]): Promise<string> {
  let text = '';
  const stdout = new PassThrough().on('data', (chunk) => {
    text += chunk;
  });
  const stderr = new PassThrough() as unknown as NodeJS.WriteStream;
  const config = { ...readConfig({ PUBLIC_URL: 'https://pim.example.com', DATA_DIR: folder }), databaseUrl: test.url };
  const program = createProgram(config, { stdout, stderr, setExitCode: () => undefined });
  await program.parseAsync(['channel', ...words, '--workspace', slug], { from: 'user' }).catch((error) => {
    text = describeError(error);
  });
  return text;
}

const json = async (...words: string[]) => JSON.parse(await pcm(...words, '--json'));

async function fileOf(channel: unknown): Promise<string> {
  const path = join(folder, 'channel.json');
  await writeFile(path, typeof channel === 'string' ? channel : JSON.stringify(channel));
  return path;
}

it('creates, changes, lists, pauses, resumes, publishes and deletes channels', async () => {
  const file = await fileOf({ code: 'shop', name: 'Shop', type: 'feed', platform: 'csv_feed' });
  const made = await json('create', '--file', file);
  expect(made).toMatchObject({ code: 'shop', status: 'active', feed: { format: 'csv' } });
  expect(made.feed.url).toMatch(/^https:\/\/pim\.example\.com\/api\/v1\/channel-feeds\//);
  expect(await pcm('list')).toMatch(/^ID +CODE .*\nchn_\w+ +shop +csv_feed +active +0 +0 +0\n$/);
  expect((await json('rotate-feed', 'shop')).feed.url).not.toBe(made.feed.url);
  const changes = await fileOf({ name: 'Corner shop', scope: { status: ['approved'] } });
  expect(await json('change', 'shop', '--file', changes)).toMatchObject({
    id: made.id,
    name: 'Corner shop',
    scope: { status: ['approved'] },
  });
  expect(await pcm('change', 'shop', '--file', await fileOf({ platform: 'json_feed' }))).toContain('platform: ');
  expect(await pcm('pause', 'shop')).toBe('The channel "shop" is paused.\n');
  expect(await pcm('publish', 'shop')).toContain('is paused');
  expect((await json('resume', made.id)).status).toBe('active');
  expect(await json('publish', 'shop', '--only-changed')).toMatchObject({ type: 'channel.publish', status: 'queued' });
  expect(await json('delete', 'shop')).toEqual({ id: made.id, deleted: true });
  expect(await json('list')).toEqual([]);
});

it.each([
  [{ code: 'shop' }, 'platform: '],
  [{ code: 'shop', name: 'Shop', type: 'feed', platform: 'csv_feed', locale: 'es' }, 'locale: Must be one of'],
  ['{', 'channel.json cannot be read as JSON: '],
])('names what is wrong with the file %j', async (channel, words) => {
  expect(await pcm('create', '--file', await fileOf(channel))).toContain(words);
});

it('says that there is no such channel', async () => {
  expect(await pcm('pause', 'nothing')).toBe('The channel does not exist.');
});
