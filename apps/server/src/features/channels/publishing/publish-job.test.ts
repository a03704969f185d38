import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Channel, type PublishRequest, PublishRequestSchema } from '@product-content/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createFolderFileStore, type FileStore } from '../../../files/index.ts';
import { decodeId, type RequestContext, systemClock, systemIds } from '../../../kernel/index.ts';
import { createTestContext, createTestWorkspace } from '../../../testing/index.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { CachedCatalogReader, PostgresCatalogLocks } from '../../catalog/index.ts';
import type { JobRun, JobStep } from '../../jobs/index.ts';
import { createSecretCipher } from '../../webhooks/index.ts';
import { ChannelsRepository } from '../definition/channels.repository.ts';
import { toChannelUuid } from '../definition/channels.service.ts';
import type { JsonAnswer, JsonPosting } from '../platforms/http/post-json.ts';
import { BatchFailure } from '../platforms/platform.ts';
import { createPlatforms } from '../platforms/platforms.ts';
import type { PublishJobInput } from './publications.service.ts';
import { createPublishJob } from './publish-job.ts';
import { releaseAbandoned } from './release-abandoned.ts';

let app: TestApp;
let ctx: RequestContext;
let folder: string;
let files: FileStore;
let sent: JsonPosting[];
let answer: (count: number) => JsonAnswer;
beforeAll(async () => {
  app = await startTestApp({ webhookAllowPrivate: true });
  folder = await mkdtemp(join(tmpdir(), 'product-content-feeds-'));
  files = createFolderFileStore(folder, systemIds);
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  ctx = createTestContext(await createTestWorkspace(app.container.database));
  sent = [];
  answer = () => ({ status: 200, body: '', retryAfter: null });
  const items = ['A', 'B', 'C', 'D'].map((sku) => ({ sku, name: sku, status: 'approved' }));
  await app.container.products.bulk(ctx, items, { mode: 'merge', includeProducts: false });
});

const create = (platform: 'http' | 'json_feed', code = 'shop'): Promise<Channel> =>
  app.container.channels.create(ctx, {
    code,
    name: 'Shop',
    type: 'shop',
    platform,
    settings: platform === 'http' ? { url: 'http://127.0.0.1:9/', batchSize: 2 } : undefined,
  });

/** Runs a publication without a worker. @param checkpoint of an earlier run; `steps` gets what is committed. */
async function publish(
  { id }: Channel,
  options: Partial<PublishRequest> & { jobId?: string; checkpoint?: unknown; steps?: JobStep[] } = {},
) {
  const { database } = app.container;
  const { jobId = systemIds.next(), checkpoint = null, steps = [], ...request } = options;
  const channels = new ChannelsRepository(database);
  const locks = new PostgresCatalogLocks(database);
  const post = async (posting: JsonPosting) => {
    sent.push(posting);
    return answer(sent.length);
  };
  const job = createPublishJob({
    database,
    channels,
    catalog: new CachedCatalogReader({ database, locks }),
    platforms: createPlatforms({ post }),
    refresher: app.container.channelRecords,
    files,
    cipher: createSecretCipher('of a test'),
    clock: systemClock,
    retrySeconds: [0, 0],
  });
  const input = { productIds: null, filter: null, onlyReady: true, onlyChanged: false, action: 'publish', ...request };
  const run: JobRun<PublishJobInput> = {
    id: jobId,
    context: ctx,
    input: { ...input, channelId: toChannelUuid(id) } as PublishJobInput,
    signal: new AbortController().signal,
    checkpoint,
    progress: () => undefined,
    commit: async (step, work) =>
      database.transaction(async () => {
        const done = await work();
        steps.push(typeof step === 'function' ? step(done) : step);
        return done;
      }),
  };
  return job.run(run);
}

const listings = async ({ id }: Channel) => (await app.container.channels.get(ctx, id)).listings;
const skus = () => sent.map(({ body }) => JSON.parse(body).items.map(({ sku }: { sku: string }) => sku));

async function keysOf(folderOfFeeds: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of files.list(folderOfFeeds)) keys.push(key);
  return keys;
}

it('gives up when a shop stays away, and leaves no product waiting', async () => {
  const channel = await create('http');
  answer = (count) => {
    if (count === 1) return { status: 200, body: '', retryAfter: null };
    throw new BatchFailure('The receiver did not answer in time.', { retryable: true });
  };
  await expect(publish(channel)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('did not answer in time'),
  });
  expect(skus()).toEqual([
    ['A', 'B'],
    ['C', 'D'],
    ['C', 'D'],
    ['C', 'D'],
  ]);
  expect(new Set(sent.map(({ deliveryId }) => deliveryId)).size).toBe(2);
  expect(await listings(channel)).toEqual({ listed: 2, pending: 0, outdated: 0, rejected: 0, notListed: 2 });
  answer = () => ({ status: 200, body: '', retryAfter: null });
  expect(await publish(channel, { onlyChanged: true })).toMatchObject({ published: 2, unchanged: 2 });
});

it('goes on where another worker was cut off', async () => {
  const channel = await create('http');
  const jobId = systemIds.next();
  const steps: JobStep[] = [];
  answer = (count) => {
    if (count === 2) throw new Error('The worker is killed.');
    return { status: 200, body: '', retryAfter: null };
  };
  await expect(publish(channel, { jobId, steps })).rejects.toThrow('killed');
  expect(await listings(channel)).toMatchObject({ listed: 2, pending: 2 });
  const result = await publish(channel, { jobId, checkpoint: steps.at(-1)?.checkpoint });
  expect(result).toMatchObject({ published: 4, rejected: 0 });
  expect(skus()).toEqual([
    ['A', 'B'],
    ['C', 'D'],
    ['C', 'D'],
  ]);
  expect(sent[1]?.deliveryId).toBe(sent[2]?.deliveryId);
  expect(await listings(channel)).toMatchObject({ listed: 4, pending: 0 });
});

it('keeps the feed there is until the next one is whole', async () => {
  const channel = await create('json_feed');
  await publish(channel);
  const [before] = await keysOf('channel-feeds/');
  const broken = { ...files, put: async () => Promise.reject(new Error('The disk is full.')) };
  const whole = files;
  files = broken;
  await expect(publish(channel)).rejects.toThrow('disk');
  files = whole;
  expect(await keysOf('channel-feeds/')).toEqual([before]);
  await publish(channel);
  const kept = await keysOf(`channel-feeds/${toChannelUuid(channel.id)}/`);
  expect(kept).toHaveLength(1);
  expect(kept[0]).not.toBe(before);
});

it('leaves no product queued when its worker is killed while the job is canceled', async () => {
  const { database, publications, jobs } = app.container;
  const channel = await create('http');
  const other = await create('json_feed', 'feed');
  const { jobId } = await publications.publish(ctx, channel.id, PublishRequestSchema.parse({}));
  answer = () => {
    throw new Error('The worker is killed.');
  };
  await expect(publish(channel, { jobId: decodeId('job', jobId) as string })).rejects.toThrow('killed');
  // Other tests leave some behind.
  await releaseAbandoned(database);
  expect(await listings(channel)).toMatchObject({ pending: 4 });
  await jobs.cancel(ctx, jobId);
  expect(await releaseAbandoned(database)).toBe(1);
  expect(await listings(channel)).toMatchObject({ pending: 0, notListed: 4 });
  expect(await listings(other)).toMatchObject({ pending: 0, notListed: 4 });
  expect(await releaseAbandoned(database)).toBe(0);
});
