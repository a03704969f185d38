import type { Channel, Event, Job } from '@product-content/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../../support/app/expect-response.ts';
import { type App, sharedApp } from '../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';
import { createChannel, createGood, fetchFeed, publish, readRecords } from './channel-cases.ts';
import { openShop } from './shop-receiver.ts';

let app: App;
let open: OpenWorkspace;
beforeAll(async () => {
  app = await sharedApp({ WEBHOOK_ALLOW_PRIVATE: 'true' });
});
beforeEach(async () => {
  open = await openWorkspace(app);
});

const secret = 'a-secret-of-a-shop';
const statuses = async (channel: Channel) =>
  Object.fromEntries((await readRecords(open, channel)).map(({ sku, listing }) => [sku, listing.status]));
const listings = async ({ id }: Channel) => (await open.read<Channel>(`/channels/${id}`)).listings;

describe('a feed', () => {
  it('has every ready product once, by SKU', async () => {
    await createGood(open, 'B', { name: 'Say "b"', price: 1.5 });
    await createGood(open, 'A', { name: 'a, b' });
    await createGood(open, 'C', { price: null });
    const channel = await createChannel(open);
    expect(channel.feed).toMatchObject({ format: 'csv', itemCount: null, generatedAt: null });
    expect((await fetchFeed(open, channel)).status).toBe(404);
    const job = await publish(open, channel);
    expect(job).toMatchObject({
      type: 'channel.publish',
      status: 'completed',
      progress: { processed: 2, total: 2, percent: 100 },
      result: {
        channelId: channel.id,
        action: 'publish',
        published: 2,
        unpublished: 0,
        unchanged: 0,
        notReady: 1,
        rejected: 0,
        feed: { itemCount: 2, format: 'csv', size: 49 },
      },
    });
    const feed = await fetchFeed(open, channel);
    expect(feed.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(await feed.text()).toBe('id,title,price\r\nA,"a, b",9.9\r\nB,"Say ""b""",1.5\r\n');
    expect(await statuses(channel)).toEqual({ A: 'listed', B: 'listed', C: 'not_listed' });
    expect(await listings(channel)).toEqual({ listed: 2, pending: 0, outdated: 0, rejected: 0, notListed: 1 });
    const shown = await open.read<Channel>(`/channels/${channel.id}`);
    expect(shown.feed).toMatchObject({ itemCount: 2, generatedAt: shown.lastPublishedAt });
  });

  it('causes an event', async () => {
    await createGood(open, 'A');
    const { result, jobId } = await publish(open, await createChannel(open));
    const told = async () => (await open.api.get<Event[]>('/events?types=channel.publish.completed')).data;
    // Transactions of others that were open before it hold an event back.
    await expect.poll(told).toMatchObject([{ data: { jobId, type: 'channel.publish', status: 'completed', result } }]);
  });

  it('can be fetched whole, in part, compressed, or as 304', async () => {
    for (let number = 0; number < 50; number += 1) await createGood(open, `SKU-${number}`);
    const channel = await createChannel(open);
    await publish(open, channel);
    const whole = await fetchFeed(open, channel);
    const text = await whole.text();
    const etag = whole.headers.get('etag') ?? '';
    const modified = whole.headers.get('last-modified') ?? '';
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
    const part = await fetchFeed(open, channel, { range: 'bytes=3-9', 'if-range': etag });
    expect([part.status, await part.text()]).toEqual([206, text.slice(3, 10)]);
    expect((await fetchFeed(open, channel, { 'if-none-match': etag })).status).toBe(304);
    expect((await fetchFeed(open, channel, { 'if-modified-since': modified })).status).toBe(304);
    const zipped = await fetchFeed(open, channel, { 'accept-encoding': 'gzip' });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(await zipped.text()).toBe(text);
  });

  it('has an address that cannot be guessed, and ends with its channel', async () => {
    await createGood(open, 'A');
    const channel = await createChannel(open);
    await publish(open, channel);
    const url = channel.feed?.url ?? '';
    expect(url).toMatch(/\/api\/v1\/channel-feeds\/[\w-]{70}$/);
    const other = url.slice(0, -1) + (url.endsWith('A') ? 'B' : 'A');
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(other)).status).toBe(404);
    await open.remove(`/channels/${channel.id}`);
    expect((await fetch(url)).status).toBe(404);
  });

  it('gets a new address on request', async () => {
    await createGood(open, 'A');
    const channel = await createChannel(open);
    await publish(open, channel);
    const rotate = async () =>
      (await open.api.post<Channel>(`/channels/${channel.id}/rotate-feed`)).data.feed?.url ?? '';
    const [first, second, third] = [channel.feed?.url ?? '', await rotate(), await rotate()];
    expect(new Set([first, second, third]).size).toBe(3);
    const responses = await Promise.all([first, second, third].map((url) => fetch(url)));
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 200]);
    expect((await open.read<Channel>(`/channels/${channel.id}`)).feed?.url).toBe(third);
  });

  it('outlives the loss of its file', async () => {
    for (const sku of ['A', 'B', 'C', 'D']) await createGood(open, sku);
    const channel = await createChannel(open);
    await publish(open, channel, { products: ['A', 'B', 'C'] });
    const before = await fetchFeed(open, channel);
    const text = await before.text();
    const lose = (key: string) =>
      app.query('update channel set feed_key = $2 where workspace_id = $1 returning 1', [open.workspace.id, key]);
    await lose(`channel-feeds/${channel.id}/lost`);
    const responses = await Promise.all(Array.from({ length: 5 }, () => fetchFeed(open, channel)));
    expect(new Set(await Promise.all(responses.map((response) => response.text())))).toEqual(new Set([text]));
    const tag = responses[0]?.headers.get('etag') ?? '';
    expect(tag).not.toBe(before.headers.get('etag'));
    expect((await fetchFeed(open, channel, { 'if-none-match': tag })).status).toBe(304);
    expect((await open.read<Channel>(`/channels/${channel.id}`)).feed).toMatchObject({ itemCount: 3 });
    // Of what has changed since, only what is ready is shown.
    await open.patch('/products/A', { price: null });
    await open.patch('/products/B', { name: 'Better' });
    await open.read(`/channels/${channel.id}`);
    await lose(`channel-feeds/${channel.id}/again`);
    const mended = await (await fetchFeed(open, channel)).text();
    expect(mended.split('\r\n').map((line) => line.split(',').slice(0, 2))).toEqual([
      ['id', 'title'],
      ['B', 'Better'],
      ['C', expect.any(String)],
      [''],
    ]);
  });

  it('does not change when nothing has changed; one change affects one product', async () => {
    for (const sku of ['A', 'B', 'C']) await createGood(open, sku);
    const channel = await createChannel(open);
    expect((await publish(open, channel, { onlyChanged: true })).result).toMatchObject({ published: 3, unchanged: 0 });
    const before = (await fetchFeed(open, channel)).headers.get('etag');
    const again = await publish(open, channel, { onlyChanged: true });
    expect(again.result).toMatchObject({ published: 0, unchanged: 3, feed: null });
    expect((await fetchFeed(open, channel)).headers.get('etag')).toBe(before);
    await open.patch('/products/B', { description: 'not in the feed' });
    expect((await publish(open, channel, { onlyChanged: true })).result).toMatchObject({ published: 0 });
    await open.patch('/products/B', { name: 'Other' });
    expect(await statuses(channel)).toEqual({ A: 'listed', B: 'outdated', C: 'listed' });
    const changed = await publish(open, channel, { onlyChanged: true });
    expect(changed.result).toMatchObject({ published: 1, unchanged: 2, feed: { itemCount: 3 } });
    expect(await (await fetchFeed(open, channel)).text()).toBe(
      'id,title,price\r\nA,A,9.9\r\nB,Other,9.9\r\nC,C,9.9\r\n',
    );
  });

  it('contains what was published and is in scope and ready', async () => {
    for (const sku of ['A', 'B', 'C']) await createGood(open, sku, { brand: sku });
    const channel = await createChannel(open);
    const skus = async () =>
      (await (await fetchFeed(open, channel)).text())
        .split('\r\n')
        .flatMap((line) => /^([A-Z]),/.exec(line)?.[1] ?? []);
    await publish(open, channel, { products: ['C', 'A'] });
    expect(await skus()).toEqual(['A', 'C']);
    await publish(open, channel, { filter: { brand: 'B' } });
    expect(await skus()).toEqual(['A', 'B', 'C']);
    const withdrawn = await publish(open, channel, { products: ['A'], action: 'unpublish' });
    expect(withdrawn.result).toMatchObject({ published: 0, unpublished: 1, feed: { itemCount: 2 } });
    expect(await skus()).toEqual(['B', 'C']);
    expect(await statuses(channel)).toEqual({ A: 'delisted', B: 'listed', C: 'listed' });
    await open.patch('/products/B', { price: null });
    await open.remove('/products/C');
    await publish(open, channel);
    expect(await skus()).toEqual(['A']);
    expect(await statuses(channel)).toEqual({ A: 'listed', B: 'delisted' });
  });
});

describe('a shop that is sent batches', () => {
  const http = (url: string) => ({ platform: 'http', settings: { url, batchSize: 2 }, credentials: { secret } });

  it('gets signed payloads of changed products, and withdrawals', async () => {
    const shop = await openShop(secret, () => ({ status: 200 }));
    for (const sku of ['A', 'B', 'C', 'D'])
      await createGood(open, sku, { brand: 'Acme', ...(sku === 'D' && { price: null }) });
    const channel = await createChannel(open, { ...http(shop.url), scope: { brand: 'Acme' } });
    expect(channel.feed).toBeNull();
    const first = await publish(open, channel);
    expect(first.result).toMatchObject({ published: 3, notReady: 1, rejected: 0, feed: null });
    expect(shop.skus()).toEqual([['A', 'B'], ['C']]);
    expect(shop.requests[0]).toMatchObject({
      event: 'channel.publish',
      action: 'publish',
      channel: { id: channel.id, code: 'shop', name: 'Shop' },
      items: [{ sku: 'A', version: 1, payload: { id: 'A', title: 'A', price: 9.9 } }, { sku: 'B' }],
    });
    expect((await publish(open, channel, { onlyChanged: true })).result).toMatchObject({ published: 0, unchanged: 3 });
    await open.patch('/products/B', { price: 5 });
    expect((await publish(open, channel, { onlyChanged: true })).result).toMatchObject({ published: 1, unchanged: 2 });
    expect(shop.skus().slice(2)).toEqual([['B']]);
    await open.patch('/products/A', { brand: null });
    await open.remove('/products/C');
    expect(await statuses(channel)).toEqual({ B: 'listed', D: 'not_listed' });
    const last = await publish(open, channel, { onlyChanged: true });
    expect(last.result).toMatchObject({ published: 0, unpublished: 2 });
    expect(shop.requests.slice(3)).toMatchObject([{ action: 'unpublish', items: [{ sku: 'A' }, { sku: 'C' }] }]);
    expect(await app.query('select from channel_product where workspace_id = $1', [open.workspace.id])).toHaveLength(2);
  });

  it('returns the result for each product', async () => {
    const shop = await openShop(secret, ({ items }) => ({
      status: 200,
      body: {
        results: items.map(({ sku }) => {
          if (sku === 'A') return { sku, status: 'listed', externalId: 'x-1', url: 'https://shop.example.com/x-1' };
          return sku === 'B' ? { sku, status: 'rejected', message: 'No such colour.' } : { sku, status: 'submitted' };
        }),
      },
    }));
    for (const sku of ['A', 'B', 'C']) await createGood(open, sku);
    const channel = await createChannel(open, http(shop.url));
    const job = await publish(open, channel);
    expect(job).toMatchObject({
      status: 'completed',
      result: { published: 2, rejected: 1 },
      errorCount: 1,
      errors: [{ sku: 'B', code: 'rejected', message: 'No such colour.' }],
    });
    const [a, b, c] = (await readRecords(open, channel)).map(({ listing }) => listing);
    expect(a).toMatchObject({
      status: 'listed',
      externalId: 'x-1',
      url: 'https://shop.example.com/x-1',
      publishedVersion: 1,
    });
    expect(b).toMatchObject({ status: 'rejected', lastError: 'No such colour.', publishedVersion: null });
    expect(c).toMatchObject({ status: 'submitted', lastError: null });
    expect(await listings(channel)).toEqual({ listed: 1, pending: 1, outdated: 0, rejected: 1, notListed: 0 });
  });

  it('gets the same delivery again when it fails', async () => {
    const shop = await openShop(secret, (_, count) => ({ status: count === 1 ? 503 : 200 }));
    await createGood(open, 'A');
    const channel = await createChannel(open, http(shop.url));
    expect((await publish(open, channel)).result).toMatchObject({ published: 1 });
    const [one, two] = shop.requests.map(({ deliveryId }) => deliveryId);
    expect([one, shop.requests.length]).toEqual([two, 2]);
  });

  it('refuses a batch permanently', async () => {
    const shop = await openShop(secret, () => ({ status: 400 }));
    await createGood(open, 'A');
    const channel = await createChannel(open, http(shop.url));
    expect(await publish(open, channel)).toMatchObject({ status: 'completed', result: { published: 0, rejected: 1 } });
    expect((await readRecords(open, channel))[0]?.listing).toMatchObject({
      status: 'rejected',
      lastError: 'The receiver responded with the status 400.',
    });
  });
});

describe('a publication that is canceled', () => {
  it('reports what it did until then, and leaves the rest to the next one', async () => {
    const cancel = async () => {
      const [job] = (await open.api.get<Job[]>('/jobs?status=running')).data;
      return open.api.post<Job>(`/jobs/${job?.jobId}/cancel`);
    };
    const shop = await openShop(secret, async (_, count) => {
      if (count === 2) expect((await cancel()).data.status).toBe('canceled');
      const results = count === 1 ? [{ sku: 'A', status: 'rejected', message: 'No such colour.' }] : [];
      return { status: 200, body: { results } };
    });
    for (const sku of ['A', 'B', 'C', 'D']) await createGood(open, sku);
    const platform = { platform: 'http', settings: { url: shop.url, batchSize: 2 }, credentials: { secret } };
    const channel = await createChannel(open, platform);
    const canceled = await publish(open, channel);
    expect(canceled).toMatchObject({
      status: 'canceled',
      progress: { processed: 2, total: 4 },
      result: { published: 1, unpublished: 0, unchanged: 0, notReady: 0, rejected: 1 },
      errors: [{ sku: 'A', code: 'rejected' }],
    });
    const next = await publish(open, channel, { onlyChanged: true });
    expect(next.result).toMatchObject({ published: 3, unchanged: 1, rejected: 0 });
    expect(shop.skus().slice(2)).toEqual([['A', 'C'], ['D']]);
    expect(await statuses(channel)).toEqual({ A: 'listed', B: 'listed', C: 'listed', D: 'listed' });
  });
});

describe('publishing', () => {
  it('is refused for a paused channel', async () => {
    const { id } = await createChannel(open);
    await open.patch(`/channels/${id}`, { status: 'paused' });
    expect(expectError(await open.api.post(`/channels/${id}/publish`), 'conflict').message).toContain('paused');
  });

  it.each([
    [{ products: ['NONE'] }, 'products.0'],
    [{ products: [] }, 'products'],
    [{ filter: { colour: 'red' } }, 'filter.colour'],
    [{ action: 'burn' }, 'action'],
    [{ onlyReady: 'yes' }, 'onlyReady'],
  ])('is refused with %j', async (body, path) => {
    const { id } = await createChannel(open);
    expectInvalid(await open.api.post(`/channels/${id}/publish`, body), path);
  });

  it('is done once for the same Idempotency-Key', async () => {
    const { id } = await createChannel(open);
    const send = () => open.api.post(`/channels/${id}/publish`, undefined, { 'idempotency-key': 'publish-1' });
    const [one, two] = [await send(), await send()];
    expect([two.status, two.data.jobId]).toEqual([202, one.data.jobId]);
  });

  it('needs the scope to write, and shows its job to keys that read channels', async () => {
    const { id } = await createChannel(open);
    const reader = app.api((await app.createKey(open.workspace, ['channels:read'])).key);
    expectError(await reader.post(`/channels/${id}/publish`), 'forbidden');
    const { jobId } = await publish(open, { id });
    expect((await reader.get(`/jobs/${jobId}`)).status).toBe(200);
  });
});
