import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Channel, type PublishRequest, PublishRequestSchema } from '@product-content/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestContext, createTestWorkspace } from '#testing/index.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { catalogParts } from '../../../catalog-parts.ts';
import { createFolderFileStore, type FileStore } from '../../../files/index.ts';
import { decodeId, type RequestContext, systemClock, systemIds } from '../../../kernel/index.ts';
import { createSecretCipher } from '../../../storage/index.ts';
import { CachedCatalogReader, PostgresCatalogLocks } from '../../catalog/index.ts';
import { JobInterrupted, type JobRun, type JobStep } from '../../jobs/index.ts';
import { ChannelsRepository } from '../channels.repository.ts';
import { toChannelUuid } from '../channels.service.ts';
import { BatchFailure } from '../platforms/platform.ts';
import { createPlatforms } from '../platforms/platforms.ts';
import type { JsonPosting, JsonResponse } from '../platforms/post-json.ts';
import { releaseAbandoned } from './publication.ts';
import type { PublishJobInput } from './publications.service.ts';
import { createPublishJob } from './publish-job.ts';

let app: TestApp;
let ctx: RequestContext;
let folder: string;
let files: FileStore;
let sent: JsonPosting[];
let respond: (count: number) => JsonResponse | Promise<JsonResponse>;
beforeAll(async () => {
  app = await startTestApp({ webhookAllowPrivate: true });
  folder = await mkdtemp(join(tmpdir(), 'product-content-feeds-'));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  ctx = createTestContext(await createTestWorkspace(app.container.database));
  files = createFolderFileStore(folder, systemIds);
  sent = [];
  respond = () => rejecting();
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

interface RunOptions {
  readonly jobId?: string;
  /** The checkpoint of an earlier run. */
  readonly checkpoint?: unknown;
  /** Collects what is committed. */
  readonly steps?: JobStep[];
  /** Aborted like a worker does it. */
  readonly interruption?: AbortController;
}

/** Runs a publication without a worker. */
async function publish({ id }: Channel, options: Partial<PublishRequest> & RunOptions = {}) {
  const { database } = app.container;
  const { jobId = systemIds.next(), checkpoint = null, steps = [], interruption, ...request } = options;
  const { signal } = interruption ?? new AbortController();
  const channels = new ChannelsRepository(database);
  const locks = new PostgresCatalogLocks(database);
  const post = async (posting: JsonPosting) => {
    sent.push(posting);
    return respond(sent.length);
  };
  const job = createPublishJob({
    database,
    channels,
    catalog: new CachedCatalogReader({ database, locks, parts: catalogParts }),
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
    signal,
    checkpoint,
    progress: () => undefined,
    commit: async (step, work) =>
      database.transaction(async () => {
        signal.throwIfAborted();
        const done = await work();
        steps.push(typeof step === 'function' ? step(done) : step);
        return done;
      }),
  };
  return job.run(run);
}

const listings = async ({ id }: Channel) => (await app.container.channels.get(ctx, id)).listings;
const statuses = async ({ id }: Channel) => {
  await app.container.channelRecords.finish(ctx.workspace);
  const { rows } = await app.container.database.query<{ sku: string; status: string }>(
    'select sku, listing_status as status from channel_product where channel_id = $1 order by sku',
    [toChannelUuid(id)],
  );
  return Object.fromEntries(rows.map(({ sku, status }) => [sku, status]));
};
const rename = (sku: string, name: string) =>
  app.container.products.bulk(ctx, [{ sku, name }], { mode: 'merge', includeProducts: false });

/** A shop rejects these and lists the others. */
const rejecting = (...rejected: string[]): JsonResponse => {
  const results = rejected.map((sku) => ({ sku, status: 'rejected', message: 'No such colour.' }));
  return { status: 200, body: JSON.stringify({ results }), retryAfterSeconds: null };
};

const skus = () => sent.map(({ body }) => JSON.parse(body).items.map(({ sku }: { sku: string }) => sku));

async function keysOf(folderOfFeeds: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of files.list(folderOfFeeds)) keys.push(key);
  return keys;
}

it('gives up when a shop does not respond, and leaves no product waiting', async () => {
  const channel = await create('http');
  respond = (count) => {
    if (count === 1) return rejecting();
    throw new BatchFailure('The receiver did not respond in time.', { retryable: true });
  };
  await expect(publish(channel)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('did not respond in time'),
  });
  expect(skus()).toEqual([
    ['A', 'B'],
    ['C', 'D'],
    ['C', 'D'],
    ['C', 'D'],
  ]);
  expect(new Set(sent.map(({ deliveryId }) => deliveryId)).size).toBe(2);
  expect(await listings(channel)).toEqual({ listed: 2, pending: 0, outdated: 0, rejected: 0, notListed: 2 });
  respond = () => rejecting();
  expect(await publish(channel, { onlyChanged: true })).toMatchObject({ published: 2, unchanged: 2 });
});

it('continues where another worker was interrupted', async () => {
  const channel = await create('http');
  const jobId = systemIds.next();
  const steps: JobStep[] = [];
  respond = (count) => {
    if (count === 2) throw new Error('The worker is killed.');
    return rejecting();
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

it('keeps the current feed until the next one is complete', async () => {
  const channel = await create('json_feed');
  await publish(channel);
  const ofChannel = () => keysOf(`channel-feeds/${toChannelUuid(channel.id)}/`);
  const [before] = await ofChannel();
  const broken = { ...files, put: async () => Promise.reject(new Error('The disk is full.')) };
  const whole = files;
  files = broken;
  await expect(publish(channel)).rejects.toThrow('disk');
  files = whole;
  expect(await ofChannel()).toEqual([before]);
  await publish(channel);
  const kept = await ofChannel();
  expect(kept).toHaveLength(1);
  expect(kept[0]).not.toBe(before);
});

it('leaves no product queued when its worker is killed while the job is canceled', async () => {
  const { database, publications, jobs } = app.container;
  const channel = await create('http');
  const other = await create('json_feed', 'feed');
  const { jobId } = await publications.publish(ctx, channel.id, PublishRequestSchema.parse({}));
  respond = () => {
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

it('sends rejected products again even if only changes are requested', async () => {
  const channel = await create('http');
  respond = () => rejecting('B', 'C');
  expect(await publish(channel)).toMatchObject({ published: 2, rejected: 2, unchanged: 0 });
  sent = [];
  respond = () => rejecting('C');
  const again = await publish(channel, { onlyChanged: true });
  expect(again).toMatchObject({ published: 1, rejected: 1, unchanged: 2, notReady: 0 });
  expect(skus()).toEqual([['B', 'C']]);
  expect(await statuses(channel)).toEqual({ A: 'listed', B: 'listed', C: 'rejected', D: 'listed' });
});

it('leaves each product unchanged when it is canceled between two batches, and sends the others later', async () => {
  const { publications, jobs } = app.container;
  const channel = await create('http');
  respond = () => rejecting('A', 'D');
  await publish(channel);
  await rename('B', 'Better');
  sent = [];
  const { jobId } = await publications.publish(ctx, channel.id, PublishRequestSchema.parse({}));
  const interruption = new AbortController();
  respond = async () => {
    if (sent.length === 1) return rejecting('A');
    await jobs.cancel(ctx, jobId);
    interruption.abort(new JobInterrupted('lost'));
    throw interruption.signal.reason;
  };
  const canceled = publish(channel, { jobId: decodeId('job', jobId) as string, interruption });
  await expect(canceled).rejects.toThrow(JobInterrupted);
  expect(await statuses(channel)).toEqual({ A: 'rejected', B: 'listed', C: 'listed', D: 'rejected' });
  expect(await listings(channel)).toEqual({ listed: 2, pending: 0, outdated: 0, rejected: 2, notListed: 0 });
  sent = [];
  respond = () => rejecting();
  const rest = await publish(channel, { onlyChanged: true });
  expect(rest).toMatchObject({ published: 2, rejected: 0, unchanged: 2 });
  expect(skus()).toEqual([['A', 'D']]);
});

it.each(['listed', 'submitted', 'outdated', 'rejected', 'delisted', 'not_listed'])(
  'puts a product back to %s when its publication fails',
  async (before) => {
    const channel = await create('http');
    await publish(channel);
    const { database } = app.container;
    const neverListed = before === 'not_listed' || before === 'delisted' || before === 'rejected';
    await database.query(
      `update channel_product set listing_status = $2, published_hash = case when $3 then null else payload_hash end
       where channel_id = $1`,
      [toChannelUuid(channel.id), before, neverListed],
    );
    if (before === 'outdated') {
      for (const sku of ['A', 'B', 'C', 'D']) await rename(sku, 'Better');
    }
    respond = () => {
      throw new BatchFailure('The receiver did not respond in time.', { retryable: true });
    };
    await expect(publish(channel)).rejects.toMatchObject({ code: 'conflict' });
    expect(new Set(Object.values(await statuses(channel)))).toEqual(new Set([before]));
  },
);

it('fails again when its worker is killed before its failure is saved', async () => {
  const channel = await create('http');
  const jobId = systemIds.next();
  const steps: JobStep[] = [];
  respond = (count) => {
    if (count === 1) return rejecting('A');
    throw new BatchFailure('The receiver did not respond in time.', { retryable: true });
  };
  await expect(publish(channel, { jobId, steps })).rejects.toMatchObject({ code: 'conflict' });
  sent = [];
  const checkpoint = steps.at(-1)?.checkpoint;
  await expect(publish(channel, { jobId, checkpoint })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('did not respond in time'),
  });
  expect(sent).toEqual([]);
  expect(await statuses(channel)).toEqual({ A: 'rejected', B: 'listed', C: 'not_listed', D: 'not_listed' });
});

it('withdraws the listed version of a product whose next version was rejected', async () => {
  const channel = await create('http');
  await publish(channel);
  await rename('A', 'Better');
  respond = () => rejecting('A');
  expect(await publish(channel, { onlyChanged: true })).toMatchObject({ published: 0, rejected: 1, unchanged: 3 });
  sent = [];
  respond = () => rejecting();
  expect(await publish(channel, { action: 'unpublish' })).toMatchObject({ unpublished: 4, rejected: 0 });
  expect(skus().flat()).toEqual(['A', 'B', 'C', 'D']);
});

it('withdraws a product that was deleted after its next version was rejected', async () => {
  const channel = await create('http');
  await publish(channel);
  await rename('A', 'Better');
  respond = () => rejecting('A');
  await publish(channel, { onlyChanged: true });
  await app.container.products.delete(ctx, 'A');
  sent = [];
  respond = () => rejecting();
  expect(await publish(channel, { onlyChanged: true })).toMatchObject({ published: 0, unpublished: 1, unchanged: 3 });
  expect(sent.map(({ event }) => event)).toEqual(['channel.unpublish']);
  expect(skus()).toEqual([['A']]);
  expect(await statuses(channel)).toEqual({ B: 'listed', C: 'listed', D: 'listed' });
});

it('forgets a product that was deleted while it was queued and is not on the platform', async () => {
  const channel = await create('http');
  respond = async (count) => {
    if (count === 1) await app.container.products.delete(ctx, 'D');
    await app.container.channelRecords.finish(ctx.workspace);
    throw new BatchFailure('The receiver did not respond in time.', { retryable: true });
  };
  await expect(publish(channel)).rejects.toMatchObject({ code: 'conflict' });
  expect(await statuses(channel)).toEqual({ A: 'not_listed', B: 'not_listed', C: 'not_listed' });
});

it('keeps the listing of a product that a shop refuses to withdraw', async () => {
  const channel = await create('http');
  await publish(channel);
  await rename('A', 'Better');
  respond = () => rejecting('A', 'B');
  expect(await publish(channel, { action: 'unpublish' })).toMatchObject({ unpublished: 2, rejected: 2 });
  expect(await statuses(channel)).toEqual({ A: 'outdated', B: 'listed', C: 'delisted', D: 'delisted' });
  // What was sent for withdrawal was not published.
  await rename('A', 'Best');
  await rename('A', 'Better');
  expect(await statuses(channel)).toMatchObject({ A: 'outdated' });
});

it('counts the products in the feed, not those planned', async () => {
  const channel = await create('json_feed');
  await publish(channel);
  await rename('A', 'Better');
  const whole = files;
  // Two products leave after the plan was made and before they are read for the file.
  files = {
    ...whole,
    put: async (...put) => {
      await app.container.products.delete(ctx, 'B');
      await app.container.products.delete(ctx, 'D');
      await app.container.channelRecords.finish(ctx.workspace);
      return whole.put(...put);
    },
  };
  const result = await publish(channel);
  files = whole;
  expect(result).toMatchObject({ published: 2, unpublished: 2, feed: { itemCount: 2 } });
  expect(await statuses(channel)).toEqual({ A: 'listed', C: 'listed' });
});

it('counts each rotation of the address of a feed, even of several at once', async () => {
  const { id } = await create('json_feed');
  await Promise.all(Array.from({ length: 5 }, () => app.container.channels.rotateFeed(ctx, id)));
  const { rows } = await app.container.database.query<{ number: number }>(
    'select feed_address_number as number from channel where id = $1',
    [toChannelUuid(id)],
  );
  expect(rows).toEqual([{ number: 5 }]);
});
