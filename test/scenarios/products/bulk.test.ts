import { randomUUID } from 'node:crypto';
import type { BulkItemResult, BulkResult } from '@product-content/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../../support/app/expect-response.ts';
import { type AnyRecord, type ApiResponse, type App, sharedApp } from '../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;
let open: OpenWorkspace;

beforeAll(async () => {
  app = await sharedApp();
});

beforeEach(async () => {
  open = await openWorkspace(app);
});

const post = (items: unknown, rest: object = {}, query = ''): Promise<ApiResponse<BulkResult>> =>
  open.api.post<BulkResult>(`/products/bulk${query}`, { items, ...rest });

async function bulk(items: unknown, rest: object = {}, query = ''): Promise<BulkResult> {
  const response = await post(items, rest, query);
  expect(response.status, response.toString()).toBe(200);
  return response.data;
}

const ndjson = (lines: string, query = '', path = '/products/bulk') =>
  open.api.post<BulkResult>(`${path}${query}`, lines, { 'content-type': 'application/x-ndjson' });

const outcomes = ({ results }: BulkResult) => results.map(({ sku, status }) => [sku, status]);

function failure(result: BulkItemResult | undefined): [code: string | undefined, fields: string[]] {
  return [result?.error?.code, Object.keys(result?.error?.fieldErrors ?? {})];
}

// API behavior 5.9.
describe('a bulk request', () => {
  it('creates new products, changes existing ones and leaves equal ones unchanged', async () => {
    await open.product('THERE', { name: 'There' });
    await open.product('SAME', { name: 'Same', tags: ['a'] });
    const result = await bulk([
      { sku: 'NEW', name: 'New' },
      { sku: 'THERE', stock: 4 },
      { sku: 'SAME', tags: ['a'] },
      { sku: 'BAD', name: 'Bad', gtin: '1' },
    ]);
    expect(result.summary).toEqual({ total: 4, created: 1, updated: 1, unchanged: 1, failed: 1 });
    const id = expect.stringMatching(/^prd_/);
    expect(result.results).toEqual([
      { index: 0, sku: 'NEW', id, status: 'created', version: 1 },
      { index: 1, sku: 'THERE', id, status: 'updated', version: 2 },
      { index: 2, sku: 'SAME', id, status: 'unchanged', version: 1 },
      {
        index: 3,
        sku: 'BAD',
        status: 'failed',
        error: { code: 'validation_failed', message: expect.any(String), fieldErrors: { gtin: expect.any(String) } },
      },
    ]);
    expect(await open.skus('')).toEqual(['NEW', 'SAME', 'THERE']);
  });

  it('returns 200 even when every item fails, for any reason', async () => {
    const items = [
      {},
      { sku: 7, name: 'X' },
      'text',
      null,
      [],
      { sku: 'a b', name: 'X' },
      { sku: 'OK', name: 'X', shiny: 1 },
    ];
    const { results, summary } = await bulk(items);
    expect(summary).toMatchObject({ total: 7, failed: 7 });
    expect(results.map(({ index, sku }) => [index, sku])).toEqual(
      [null, null, null, null, null, 'a b', 'OK'].map((sku, index) => [index, sku]),
    );
    const fields = results.map((result) => failure(result)[1]);
    expect(fields).toEqual([['sku'], ['sku'], ['_root'], ['_root'], ['_root'], ['sku'], ['shiny']]);
    expect(await open.skus('')).toEqual([]);
  });

  it('fails only the item for any problem inside it, in JSON and in lines of JSON', async () => {
    const members = Array.from({ length: 1_001 }, (_, n) => `"k${n}":1`).join();
    const inside = [
      '{"sku":"NUL","name":"a\\u0000b"}',
      '{"sku":"HALF","name":"\\ud800"}',
      '{"sku":"PROTO","name":"x","__proto__":{"admin":true}}',
      `{"sku":"DEEP","name":${'['.repeat(100)}${']'.repeat(100)}}`,
      `{"sku":"WIDE","name":"x","attributes":{${members}}}`,
      `{"sku":"MANY","name":"x","tags":[${'"a",'.repeat(10_000)}"b"]}`,
      `{"sku":"LONG","name":"x","description":"${'x'.repeat(1024 * 1024)}"}`,
      '{"sku":"NULL\\u0000","name":"x"}',
    ];
    const expected = [
      ['NUL', ['name']],
      ['HALF', ['name']],
      ['PROTO', ['__proto__']],
      [null, ['_root']],
      [null, ['attributes']],
      [null, ['_root']],
      [null, ['_root']],
      ['NULL', ['sku']],
    ];
    const good = ['{"sku":"FIRST","name":"First"}', '{"sku":"LAST","name":"Last"}'];
    const [first, last] = good as [string, string];
    const body = `{"items":[${[first, ...inside, last].join()}]}`;
    const asJson = await open.api.send<BulkResult>('POST', '/products/bulk', {
      body,
      headers: { 'content-type': 'application/json' },
    });
    const asLines = await ndjson([first, ...inside, '{"sku":"CUT', last].join('\n'));
    for (const { status, data } of [asJson, asLines]) {
      expect(status).toBe(200);
      expect(data.summary).toMatchObject({ failed: data.summary.total - 2 });
      expect(data.results[0]).toMatchObject({ sku: 'FIRST' });
      expect(data.results.at(-1)).toMatchObject({ sku: 'LAST' });
      const failed = data.results.slice(1, 1 + inside.length);
      expect(failed.map(({ sku, error }) => [sku, Object.keys(error?.fieldErrors ?? {})])).toEqual(expected);
    }
    expect(asLines.data.results.at(-2)).toMatchObject({
      status: 'failed',
      error: { code: 'bad_request', message: expect.stringContaining('The line is not valid JSON') },
    });
    expect(await open.skus('')).toEqual(['FIRST', 'LAST']);
  });

  it('fails only the item for bytes that are not UTF-8, and the request for those outside its items', async () => {
    const headers = { 'content-type': 'application/json' };
    const send = (...parts: readonly (string | number)[]) => {
      const bytes = parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part)));
      return open.api.send<BulkResult>('POST', '/products/bulk', { body: Buffer.concat(bytes), headers });
    };
    const inside = await send('{"items":[{"sku":"A","name":"', 0xff, '"},{"sku":"B","name":"B"}]}');
    expect(inside.data.results).toMatchObject([
      { sku: null, status: 'failed', error: { code: 'bad_request', message: 'The item is not valid UTF-8.' } },
      { sku: 'B', status: 'created' },
    ]);
    expectError(await send('{"items":[{"sku":"A","name":"A"}],"mode":"', 0xff, '"}'), 'bad_request');
    expectError(await send('{"items":[{"sku":"A","name":"A"},{"sku":"B","name":}]}'), 'bad_request');
    expectInvalid(await send('{"items":[{"sku":"A","name":"A"}],"mode":"\\u0000"}'), 'mode');
    expect(await open.skus('')).toEqual(['B']);
  });

  it('replays the results of invalid items, and distinguishes them', async () => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const send = (text: string) => open.api.send<BulkResult>('POST', '/products/bulk', { body: text, headers });
    const first = await send('{"items":[{"sku":"A","name":"\\u0000"},{"sku":"B","name":"B"}]}');
    const again = await send('{"items":[{"sku":"A","name":"\\u0000"},{"sku":"B","name":"B"}]}');
    expect(again.data).toEqual(first.data);
    expectError(
      await send('{"items":[{"sku":"A","name":"\\u0000\\u0000"},{"sku":"B","name":"B"}]}'),
      'idempotency_key_reused',
    );
  });

  it('leaves a failed item without a trace', async () => {
    await open.product('THERE', { stock: 1 });
    await open.newEvents();
    const { results } = await bulk([
      { sku: 'THERE', stock: 2, category: 'unknown' },
      { sku: 'THERE', stock: 3, status: 'sold' },
      { sku: 'NEW', name: 'New', associations: { upsell: ['NOBODY'] } },
      { sku: 'NAMELESS' },
    ]);
    expect(results.map((result) => failure(result)[1])).toEqual([
      ['category'],
      ['status'],
      ['associations.upsell.0'],
      ['name'],
    ]);
    expect(await open.read('/products/THERE')).toMatchObject({ stock: 1, version: 1 });
    expect(await open.newEvents()).toEqual([]);
  });

  it('takes 1 to 500 items', async () => {
    const items = Array.from({ length: 501 }, (_, index) => ({ sku: `S-${index}`, name: 'S' }));
    expectInvalid(await post(items), 'items');
    expectInvalid(await post([]), 'items');
    expectInvalid(await post('all'), 'items');
    expectInvalid(await open.api.post('/products/bulk', {}), 'items');
    expect((await bulk(items.slice(1))).summary).toMatchObject({ total: 500, created: 500 });
    expect((await bulk(items.slice(1))).summary).toMatchObject({ total: 500, unchanged: 500 });
  });

  it('is refused as a whole for problems outside its items', async () => {
    const items = [{ sku: 'A', name: 'A' }];
    expectInvalid(await post(items, { mode: 'upsert' }), 'mode');
    expectInvalid(await post(items, { dryRun: true }), 'dryRun');
    expectInvalid(await post(items, {}, '?include=variants'), 'include');
    expect(await open.skus('')).toEqual([]);
  });

  it('writes versions and events of its own kind for changed products', async () => {
    await open.product('THERE');
    await open.newEvents();
    await bulk([
      { sku: 'NEW', name: 'New' },
      { sku: 'THERE', stock: 1, status: 'approved' },
      { sku: 'THERE', stock: 1 },
    ]);
    expect((await open.newEvents()).map(({ type }) => type).sort()).toEqual([
      'product.created',
      'product.status_changed',
      'product.updated',
    ]);
    const [version] = await open.read<AnyRecord[]>('/products/THERE/versions');
    expect(version).toMatchObject({
      version: 2,
      source: 'bulk',
      changedFields: expect.arrayContaining(['stock', 'status']),
    });
  });
});

// API behavior 5.8.
describe('items are applied in order', () => {
  it('even when a SKU occurs twice', async () => {
    const { results } = await bulk(
      [
        { sku: 'A', name: 'First', stock: 1 },
        { sku: 'A', name: 'Second' },
        { sku: 'A', gtin: '1' },
        { sku: 'A', stock: 2 },
      ],
      {},
      '?include=products',
    );
    expect(results.map(({ status, version }) => [status, version])).toEqual([
      ['created', 1],
      ['updated', 2],
      ['failed', undefined],
      ['updated', 3],
    ]);
    expect(results.map(({ product }) => [product?.name, product?.stock])).toEqual([
      ['First', 1],
      ['Second', 1],
      [undefined, undefined],
      ['Second', 2],
    ]);
    const [first = '', second = '', , fourth = ''] = results.map(({ product }) => product?.updatedAt);
    expect(first < second && second < fourth).toBe(true);
    expect(await open.read('/products/A')).toMatchObject({ name: 'Second', stock: 2, version: 3 });
    expect(await open.read('/products/A/versions')).toHaveLength(3);
  });

  it('so that they may refer to parents and products before them', async () => {
    await open.attribute('size', 'text', { usableAsAxis: true });
    const of = (sku: string, parent: string, size: string) => ({ sku, type: 'variant', parent, attributes: { size } });
    const result = await bulk([
      of('EARLY', 'MUG', 'S'),
      { sku: 'MUG', name: 'Mug', type: 'parent', variantAxes: ['size'] },
      of('MUG-S', 'MUG', 'S'),
      of('MUG-S2', 'MUG', 'S'),
      of('MUG-L', 'MUG', 'L'),
      { sku: 'SET', name: 'Set', associations: { pack: ['MUG-S', 'MUG-L'] } },
      { sku: 'BAD', name: 'Bad', type: 'parent', variantAxes: ['color'] },
      of('BAD-S', 'BAD', 'S'),
    ]);
    const statuses = ['failed', 'created', 'created', 'failed', 'created', 'created', 'failed', 'failed'];
    expect(result.results.map(({ status }) => status)).toEqual(statuses);
    expect(failure(result.results[0])).toEqual(['validation_failed', ['parent']]);
    expect(failure(result.results[3])).toEqual(['validation_failed', ['attributes.size']]);
    expect(failure(result.results[7])[1]).toEqual(['parent']);
    expect(await open.read('/products/MUG')).toMatchObject({ variantCount: 2, version: 1 });
  });

  it('so that a combination of axis values is free once its variant has another', async () => {
    await open.attribute('size', 'text', { usableAsAxis: true });
    await open.product('MUG', { type: 'parent', variantAxes: ['size'] });
    const of = (sku: string, size: string) => ({ sku, type: 'variant', parent: 'MUG', attributes: { size } });
    await bulk([of('A', 'S'), of('B', 'M')]);
    const result = await bulk([of('B', 'S'), of('A', 'L'), of('B', 'S'), of('C', 'M')]);
    expect(outcomes(result).map(([, status]) => status)).toEqual(['failed', 'updated', 'updated', 'created']);
  });

  it('so that a unique value goes to the first', async () => {
    await open.attribute('serial', 'text', { unique: true });
    const item = (sku: string, serial: string | null) => ({ sku, name: sku, attributes: { serial } });
    const result = await bulk([item('A', '1'), item('B', '1'), item('A', null), item('C', '1')]);
    expect(outcomes(result).map(([, status]) => status)).toEqual(['created', 'failed', 'updated', 'created']);
    expect(failure(result.results[1])[1]).toEqual(['attributes.serial']);
  });
});

describe('an item', () => {
  it('follows the rules of PATCH, and with mode replace those of PUT', async () => {
    const full = {
      sku: 'A',
      name: 'A',
      tags: ['a'],
      attributes: {},
      translations: { de: { name: 'Ah' } },
      status: 'approved',
    };
    await bulk([full]);
    await bulk([{ sku: 'A', stock: 1 }], { mode: 'merge' });
    expect(await open.read('/products/A')).toMatchObject({ tags: ['a'], stock: 1, translations: full.translations });
    const { results } = await bulk(
      [
        { sku: 'A', name: 'Ah' },
        { sku: 'A', stock: 2 },
      ],
      { mode: 'replace' },
    );
    expect(failure(results[1])[1]).toEqual(['name']);
    const replaced = { name: 'Ah', tags: [], stock: null, translations: {}, status: 'approved', version: 3 };
    expect(await open.read('/products/A')).toMatchObject(replaced);
  });

  it('fails with a conflict when its expectedVersion is stale', async () => {
    await open.product('A');
    const { results } = await bulk([
      { sku: 'A', stock: 1, expectedVersion: 1 },
      { sku: 'A', stock: 2, expectedVersion: 1 },
      { sku: 'A', stock: 3, expectedVersion: 2 },
      { sku: 'NEW', name: 'New', expectedVersion: 1 },
    ]);
    expect(results.map(({ status }) => status)).toEqual(['updated', 'failed', 'updated', 'failed']);
    expect([failure(results[1])[0], failure(results[3])[0]]).toEqual(['conflict', 'conflict']);
  });

  it('is shown with include=products as it was saved', async () => {
    const { results } = await bulk([{ sku: 'A', name: 'A', price: 3 }, { sku: 'B' }], {}, '?include=products');
    const [{ completenessDetails: _, ...product }] = [await open.read('/products/A')];
    expect(results[0]?.product).toEqual(product);
    expect(results[1]).not.toHaveProperty('product');
  });
});

describe.each(['/products/bulk', '/products/bulk/ndjson'])('NDJSON to %s', (path) => {
  const send = (lines: string, query = '') => ndjson(lines, query, path);

  it('has one item per line', async () => {
    const lines = ['{"sku":"A","name":"A"}', '', '{"sku":"B"}', '  {"sku":"C","name":"C","tags":["x"]}', ''].join(
      '\r\n',
    );
    expect(outcomes((await send(lines)).data)).toEqual([
      ['A', 'created'],
      ['B', 'failed'],
      ['C', 'created'],
    ]);
    expect(outcomes((await send('{"sku":"C","name":"Sea"}', '?mode=replace')).data)).toEqual([['C', 'updated']]);
    expect(await open.read('/products/C')).toMatchObject({ tags: [] });
  });

  it('has the same limits', async () => {
    const line = (index: number) => JSON.stringify({ sku: `S-${index}`, name: 'S' });
    expectInvalid(await send(Array.from({ length: 501 }, (_, index) => line(index)).join('\n')), 'items');
    expectInvalid(await send('\n\n'), 'items');
    expect(await open.skus('')).toEqual([]);
  });
});

describe('an Idempotency-Key on a bulk request', () => {
  it('returns the same response again, and nothing happens twice', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const items = [
      { sku: 'A', name: 'A' },
      { sku: 'B', gtin: '1' },
    ];
    const send = (body: object) => open.api.post('/products/bulk?include=products', body, headers);
    const first = await send({ items });
    await open.patch('/products/A', { stock: 1 });
    const again = await send({ items });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await open.read('/products/A')).version).toBe(2);
    expectError(await send({ items: items.slice(1) }), 'idempotency_key_reused');
  });
});
