import type { Asset, Channel, ChannelRecord, ChannelSummary, ProductChannel } from '@product-content/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../../support/app/expect-response.ts';
import { type App, sharedApp } from '../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';
import { createChannel, createGood, issuesOf, readRecords } from './channel-cases.ts';

let app: App;
let open: OpenWorkspace;
beforeAll(async () => {
  // Nothing runs in the background: what a read shows, it has brought up to date itself.
  app = await sharedApp({ ROLE: 'api' });
});
beforeEach(async () => {
  open = await openWorkspace(app);
});

const readiness = async ({ id }: Pick<Channel, 'id'>) => {
  const [listed] = await open.read<ChannelSummary[]>('/channels');
  const { readiness: shown } = await open.read<Channel>(`/channels/${id}`);
  expect(listed?.readiness).toEqual(shown);
  return [shown.total, shown.ready, shown.withWarnings, shown.withErrors];
};

describe('a record', () => {
  it('has values, issues, payload and listing', async () => {
    const product = await createGood(open, 'MUG');
    const channel = await createChannel(open);
    expect(await readRecords(open, channel)).toEqual([
      {
        channelId: channel.id,
        productId: product.id,
        sku: 'MUG',
        productVersion: 1,
        ready: true,
        issues: [],
        values: { id: 'MUG', title: 'MUG', price: 9.9 },
        payload: { id: 'MUG', title: 'MUG', price: 9.9 },
        listing: {
          status: 'not_listed',
          externalId: null,
          url: null,
          publishedVersion: null,
          publishedAt: null,
          lastError: null,
        },
      },
    ]);
  });

  it('names the fields of a mapping that processes more than 1,048,576 characters of one product', async () => {
    await createGood(open, 'LONG', { description: 'x'.repeat(65_000) });
    await createGood(open, 'SHORT', { description: 'x' });
    const targets = Array.from({ length: 20 }, (_, index) => `text${index}`);
    const channel = await createChannel(open, {
      // Each entry reads the text and writes it once.
      mapping: targets.map((target) => ({ target, source: { field: 'description' }, transform: ['uppercase'] })),
    });
    const records = await readRecords(open, channel);
    const [long, short] = ['LONG', 'SHORT'].map((sku) => records.find((record) => record.sku === sku));
    const fitting = Math.floor(1_048_576 / (2 * 65_000));
    expect(issuesOf(long)).toEqual(targets.slice(fitting).map((target) => `TEXT_TOO_LONG ${target}`));
    expect(Object.keys(long?.values ?? {})).toEqual(targets.slice(0, fitting));
    expect([long?.ready, short?.ready, issuesOf(short)]).toEqual([false, true, []]);
  });

  it('reports what is missing and what is wrong', async () => {
    await open.product('MUG', { images: [] });
    const channel = await createChannel(open, {
      mapping: [
        { target: 'title', source: 'translations.de.name', required: true },
        { target: 'image', source: 'images', transform: 'first', required: true },
        { target: 'price', source: 'price', required: true },
        { target: 'ean', source: ['gtin', { value: '4006381333932' }] },
      ],
    });
    const [record] = await readRecords(open, channel);
    expect(record?.ready).toBe(false);
    expect(issuesOf(record)).toEqual([
      'STATUS_NOT_APPROVED status',
      'MISSING_ATTRIBUTE title',
      'MISSING_IMAGE image',
      'MISSING_PRICE price',
      'INVALID_GTIN ean',
    ]);
  });

  it('warns of images that cannot be fetched from outside and stays ready', async () => {
    const form = new FormData();
    form.append('file', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']), 'mug.svg');
    const { data: asset } = await open.api.post<Asset>('/assets', form);
    await createGood(open, 'OWN', { images: [{ assetId: asset.id }] });
    await createGood(open, 'PRIVATE', {
      images: [{ url: 'https://cdn.example.com/1.jpg' }, { url: 'https://10.0.0.1/2.jpg' }],
    });
    await createGood(open, 'PUBLIC', { images: [{ url: 'https://cdn.example.com/1.jpg' }] });
    const channel = await createChannel(open, {
      mapping: [
        { target: 'image', source: 'images', transform: 'first', required: true },
        { target: 'more', source: 'images', transform: 'rest' },
      ],
    });
    const records = await readRecords(open, channel);
    expect(records.map(({ sku, ready, issues }) => ({ sku, ready, issues }))).toEqual([
      {
        sku: 'OWN',
        ready: true,
        issues: [
          {
            code: 'INVALID_ATTRIBUTE',
            severity: 'warning',
            field: 'image',
            message:
              `The image at ${asset.url} cannot be fetched from outside. ` +
              'If it is a file of this server, set PUBLIC_URL and run pcm asset readdress.',
          },
        ],
      },
      {
        sku: 'PRIVATE',
        ready: true,
        issues: [expect.objectContaining({ code: 'INVALID_ATTRIBUTE', severity: 'warning', field: 'more' })],
      },
      { sku: 'PUBLIC', ready: true, issues: [] },
    ]);
    expect(await readiness(channel)).toEqual([3, 3, 2, 0]);
  });

  it('is in the language and currency of the channel, with the content of the parent', async () => {
    await open.attribute('color', 'select', {
      usableAsAxis: true,
      options: [{ code: 'red', label: 'Red', labels: { de: 'Rot' } }],
    });
    const translations = { de: { name: 'Tasse' } };
    const prices = { EUR: 9.9, USD: 12 };
    await open.product('MUG', { type: 'parent', variantAxes: ['color'], translations, prices, brand: 'Acme' });
    await open.product('MUG-RED', { type: 'variant', parent: 'MUG', attributes: { color: 'red' }, status: 'approved' });
    const channel = await createChannel(open, {
      locale: 'de',
      currency: 'USD',
      scope: { type: ['variant'] },
      mapping: [
        { target: 'title', source: 'name' },
        { target: 'price', source: 'price' },
        { target: 'brand', source: 'brand' },
        { target: 'colour', source: { attribute: 'color' }, transform: ['label', 'uppercase'] },
        { target: 'group', source: 'parent' },
      ],
    });
    const [record] = await readRecords(open, channel);
    expect(record?.payload).toEqual({ title: 'Tasse', price: 12, brand: 'Acme', colour: 'ROT', group: 'MUG' });
    await open.patch('/products/MUG', { translations: { de: { name: 'Becher' } } });
    expect((await readRecords(open, channel))[0]?.payload).toMatchObject({ title: 'Becher' });
  });

  it('accepts statuses that the scope names', async () => {
    await open.product('DRAFT', { price: 1 });
    const channel = await createChannel(open, { scope: { status: ['draft', 'approved'] } });
    expect((await readRecords(open, channel))[0]).toMatchObject({ sku: 'DRAFT', ready: true });
  });
});

describe('the products of a channel', () => {
  beforeEach(async () => {
    for (const sku of ['B', 'a', 'C', 'A']) await createGood(open, sku, sku === 'C' ? { price: null } : {});
  });

  it('are listed by SKU, with pages and cursors', async () => {
    const { id } = await createChannel(open);
    const page = async (query: string) => {
      const { data, pagination } = await open.api.get<ChannelRecord[]>(`/channels/${id}/products?${query}`);
      return { skus: data.map(({ sku }) => sku), ...pagination };
    };
    expect(await page('')).toMatchObject({ skus: ['A', 'B', 'C', 'a'], total: 4, hasMore: false, limit: 50 });
    const first = await page('limit=3');
    expect(first).toMatchObject({ skus: ['A', 'B', 'C'], total: 4, totalPages: 2, hasMore: true });
    expect(await page('limit=3&page=2')).toMatchObject({ skus: ['a'], hasMore: false });
    const next = await page(`limit=3&cursor=${first.nextCursor}`);
    expect(next).toMatchObject({ skus: ['a'], page: 2, total: 4, hasMore: false, nextCursor: null });
    expectInvalid(await open.api.get(`/channels/${id}/products?ready=true&cursor=${first.nextCursor}`), 'cursor');
    expectInvalid(await open.api.get(`/channels/${id}/products?limit=101`), 'limit');
  });

  it('are filtered by readiness, SKU and time of change', async () => {
    const { id } = await createChannel(open);
    const skus = async (query: string) => {
      const { data, pagination } = await open.api.get<ChannelRecord[]>(`/channels/${id}/products?${query}`);
      expect(pagination.total).toBe(data.length);
      return data.map(({ sku }) => sku);
    };
    expect(await skus('ready=true')).toEqual(['A', 'B', 'a']);
    expect(await skus('ready=false')).toEqual(['C']);
    expect(await skus('sku=C,A,X')).toEqual(['A', 'C']);
    expect(await skus('sku=X')).toEqual([]);
    const { updatedAt } = await open.patch('/products/B', { price: 5 });
    expect(await skus(`updated_since=${updatedAt}`)).toEqual(['B']);
  });

  it('follow the scope', async () => {
    const mugs = await open.category('mugs');
    await open.category('small', { parent: mugs.id });
    await open.patch('/products/A', { category: 'small' });
    const channel = await createChannel(open, { scope: { category: ['mugs'] } });
    expect(await readiness(channel)).toEqual([1, 1, 0, 0]);
    await open.patch('/products/B', { category: 'mugs' });
    await open.patch('/products/A', { category: null });
    expect((await readRecords(open, channel)).map(({ sku }) => sku)).toEqual(['B']);
    await open.remove('/products/B');
    expect(await readiness(channel)).toEqual([0, 0, 0, 0]);
    await open.patch(`/channels/${channel.id}`, { scope: {} });
    expect(await readiness(channel)).toEqual([3, 2, 0, 1]);
  });

  it('have variants whose parent is in scope', async () => {
    await open.category('shirts');
    await open.product('S', { type: 'parent', category: 'shirts' });
    await open.product('S-1', { type: 'variant', parent: 'S' });
    const channel = await createChannel(open, { scope: { category: ['shirts'] } });
    expect((await readRecords(open, channel)).map(({ sku }) => sku)).toEqual(['S', 'S-1']);
    await open.patch('/products/S', { category: null });
    expect(await readRecords(open, channel)).toEqual([]);
  });
});

describe('readiness', () => {
  it('is current after each kind of change', async () => {
    await open.attribute('material', 'select', { options: [{ code: 'wood', label: 'Wood' }] });
    await createGood(open, 'MUG', { attributes: { material: 'wood' } });
    const mapping = [{ target: 'material', source: { attribute: 'material' }, transform: 'label', required: true }];
    const channel = await createChannel(open, { mapping });
    const payload = async () => (await readRecords(open, channel))[0]?.payload;
    expect(await payload()).toEqual({ material: 'Wood' });
    await open.patch('/attributes/material', { options: [{ code: 'wood', label: 'Oak' }] });
    expect(await payload()).toEqual({ material: 'Oak' });
    expect(await readiness(channel)).toEqual([1, 1, 0, 0]);
    await open.remove('/attributes/material');
    expect(await readiness(channel)).toEqual([1, 0, 0, 1]);
    await open.patch(`/channels/${channel.id}`, { mapping: [{ target: 'id', source: 'sku' }] });
    expect(await payload()).toEqual({ id: 'MUG' });
    await open.patch('/products/MUG', { sku: 'CUP' });
    expect(await payload()).toEqual({ id: 'CUP' });
    await open.api.post('/products/bulk', { items: [{ sku: 'CUP-2', name: 'Two', status: 'approved' }] });
    expect(await readiness(channel)).toEqual([2, 2, 0, 0]);
  });

  it('follows the names of categories where the mapping reads them', async () => {
    const home = await open.category('home', { name: 'Home' });
    await open.category('mugs', { name: 'Mugs', parent: home.id });
    await createGood(open, 'MUG', { category: 'mugs' });
    const mapping = [{ target: 'type', source: 'category', transform: 'categoryPath' }];
    const channel = await createChannel(open, { mapping });
    expect((await readRecords(open, channel))[0]?.payload).toEqual({ type: 'Home > Mugs' });
    await open.patch('/categories/home', { name: 'House' });
    expect((await readRecords(open, channel))[0]?.payload).toEqual({ type: 'House > Mugs' });
  });

  it('does not miss a product that is written while the first channel is created', async () => {
    const writes = Array.from({ length: 20 }, (_, number) => createGood(open, `P-${number}`));
    const channel = await createChannel(open);
    await Promise.all(writes);
    expect(await readiness(channel)).toEqual([20, 20, 0, 0]);
  });

  it('is correct with concurrent writes and reads', async () => {
    const channel = await createChannel(open);
    const change = async (number: number) => {
      const sku = `P-${number % 7}`;
      const price = number % 3 === 0 ? null : number;
      await open.api.put(`/products/${sku}`, { name: sku, status: 'approved', price });
      if (number % 5 === 0) await open.api.delete(`/products/${sku}`);
      await open.api.get(`/channels/${channel.id}/products`);
    };
    await Promise.all(Array.from({ length: 60 }, (_, number) => change(number)));
    const records = await readRecords(open, channel);
    const products = await open.skus('');
    expect(records.map(({ sku }) => sku)).toEqual(products);
    const ready = records.filter((record) => record.ready).length;
    expect(await readiness(channel)).toEqual([records.length, ready, 0, records.length - ready]);
  });
});

describe('the channels of a product', () => {
  it('are the active channels that have it in scope', async () => {
    await createGood(open, 'MUG', { price: null });
    const one = await createChannel(open, { code: 'one' });
    await createChannel(open, { code: 'two', scope: { brand: 'Acme' } });
    const { id } = await createChannel(open, { code: 'three' });
    await open.patch(`/channels/${id}`, { status: 'paused' });
    const read = () => open.read<ProductChannel[]>('/products/MUG/channels');
    const listing = (await readRecords(open, one))[0]?.listing;
    const row = { channelId: one.id, code: 'one', name: 'Shop', type: 'shop', listing };
    expect(await read()).toEqual([{ ...row, ready: false, errorCount: 1, warningCount: 0 }]);
    await open.patch('/products/MUG', { price: 1, brand: 'Acme' });
    expect((await read()).map(({ code, ready }) => [code, ready])).toEqual([
      ['one', true],
      ['two', true],
    ]);
    expectError(await open.api.get('/products/NONE/channels'), 'not_found');
  });
});
