import type { Channel } from '@product-content/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../../support/app/expect-response.ts';
import { type App, sharedApp } from '../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';
import { createChannel } from './channel-cases.ts';

let app: App;
let open: OpenWorkspace;
beforeAll(async () => {
  app = await sharedApp({ ROLE: 'api' });
});
beforeEach(async () => {
  open = await openWorkspace(app);
});

const base = { code: 'shop', name: 'Shop', type: 'shop', platform: 'csv_feed' };
const secret = 'a-secret-of-a-shop';
const http = { ...base, platform: 'http', settings: { url: 'https://8.8.8.8/import' }, credentials: { secret } };

describe('a channel', () => {
  it('is created with the defaults of its workspace and its platform', async () => {
    const { status, data, headers } = await open.api.post<Channel>('/channels', base);
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/v1/channels/${data.id}`);
    expect(data).toMatchObject({
      ...base,
      id: expect.stringMatching(/^chn_/),
      status: 'active',
      locale: 'en',
      currency: 'EUR',
      scope: {},
      settings: { delimiter: 'comma', listSeparator: '|' },
      credentials: { configured: false, updatedAt: null },
      readiness: { total: 0, ready: 0, withWarnings: 0, withErrors: 0 },
      refreshing: false,
      lastPublishedAt: null,
    });
    expect(data.mapping[0]).toEqual({ target: 'sku', source: [{ field: 'sku' }], required: true });
    expect((await open.api.get(`/channels/${data.id}`)).data).toEqual(data);
    const { scope: _, mapping: __, settings: ___, credentials: ____, feed: _____, ...summary } = data;
    expect((await open.api.get('/channels')).data).toEqual([summary]);
  });

  it('shows its mapping in one form, whatever the form of the input', async () => {
    await open.attribute('color', 'select', { options: [{ code: 'red', label: 'Red' }] });
    const { mapping } = await createChannel(open, {
      mapping: [
        { target: 'id', source: 'sku' },
        { target: 'colour', source: [{ attribute: 'color' }, 'brand'], transform: 'label', default: 'n/a' },
        { target: 'condition', source: { value: 'new' } },
      ],
    });
    expect(mapping).toEqual([
      { target: 'id', source: [{ field: 'sku' }] },
      { target: 'colour', source: [{ attribute: 'color' }, { field: 'brand' }], transform: ['label'], default: 'n/a' },
      { target: 'condition', source: [{ value: 'new' }] },
    ]);
  });

  it.each([
    [{ code: 'a b' }, 'code'],
    [{ platform: 'amazon' }, 'platform'],
    [{ type: 'bazaar' }, 'type'],
    [{ locale: 'es' }, 'locale'],
    [{ currency: 'GBP' }, 'currency'],
    [{ scope: { colour: 'red' } }, 'scope.colour'],
    [{ scope: { status: ['lost'] } }, 'scope.status.0'],
    [{ settings: { delimiter: ' ' } }, 'settings.delimiter'],
    [{ settings: { url: 'x' } }, 'settings.url'],
    [{ credentials: { secret } }, 'credentials.secret'],
    [{ mapping: [{ target: 'a', source: 'nothing' }] }, 'mapping.0.source'],
    [{ mapping: [{ target: 'a', source: { attribute: 'unknown' } }] }, 'mapping.0.source'],
    [{ mapping: [{ target: 'a', source: 'prices.NOPE' }] }, 'mapping.0.source'],
    [
      {
        mapping: [
          { target: 'a', source: 'sku' },
          { target: 'a', source: 'name' },
        ],
      },
      'mapping.1.target',
    ],
    [{ mapping: [{ target: 'a b', source: 'sku' }] }, 'mapping.0.target'],
    [{ mapping: [{ target: 'a', source: 'sku', transform: 'shout' }] }, 'mapping.0.transform'],
    [{ mapping: [{ target: 'a', source: 'sku', transform: 'categoryPath' }] }, 'mapping.0.transform'],
    [{ mapping: [{ target: 'a', source: 'sku', transform: 'label' }] }, 'mapping.0.transform'],
    [{ platform: 'google_merchant', mapping: [{ target: 'colour', source: 'sku' }] }, 'mapping.0.target'],
    [{ platform: 'google_merchant', settings: { productUrl: 'https://shop.example/' } }, 'settings.productUrl'],
    [{ platform: 'http' }, 'settings.url'],
    [{ ...http, settings: { url: 'https://10.0.0.1/' } }, 'settings.url'],
    [{ ...http, settings: { url: 'http://8.8.8.8/' } }, 'settings.url'],
    [{ ...http, credentials: { secret: 'short' } }, 'credentials.secret'],
    [{ surprise: 1 }, 'surprise'],
  ])('is not created with %j', async (input, path) => {
    expectInvalid(await open.api.post('/channels', { ...base, ...input }), path);
  });

  it('has a unique code', async () => {
    await createChannel(open);
    expectError(await open.api.post('/channels', base), 'conflict');
  });

  it('is one of at most 50, even when several are created at once', async () => {
    const create = (number: number) => open.api.post('/channels', { ...base, code: `shop-${number}` });
    for (let number = 0; number < 48; number += 1) expect((await create(number)).status).toBe(201);
    const responses = await Promise.all(Array.from({ length: 5 }, (_, number) => create(100 + number)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
  });

  it('is not visible from another workspace', async () => {
    const { id } = await createChannel(open);
    const other = await openWorkspace(app);
    for (const response of [
      await other.api.get(`/channels/${id}`),
      await other.api.patch(`/channels/${id}`, { status: 'paused' }),
      await other.api.delete(`/channels/${id}`),
      await other.api.get(`/channels/${id}/products`),
    ]) {
      expectError(response, 'not_found');
    }
    expect((await other.api.get('/channels')).data).toEqual([]);
  });

  it('is deleted with its records', async () => {
    await open.product('MUG');
    const { id } = await createChannel(open);
    await open.remove(`/channels/${id}`);
    expectError(await open.api.get(`/channels/${id}`), 'not_found');
    expect(await app.query('select from channel_product where workspace_id = $1', [open.workspace.id])).toEqual([]);
  });
});

describe('the credentials of a channel', () => {
  it('are stored encrypted and shown nowhere', async () => {
    const created = await open.api.post<Channel>('/channels', http, { 'idempotency-key': 'create-1' });
    const { id } = created.data;
    expect(created.data.credentials).toEqual({ configured: true, updatedAt: expect.any(String) });
    const responses = [created, await open.api.get('/channels'), await open.api.get(`/channels/${id}`)];
    for (const { text } of responses) expect(text).not.toContain(secret);
    const rows = await app.query<{ row: string }>(
      `select c::text || encode(c.credentials, 'escape') as row from channel c where workspace_id = $1
       union all select encode(body, 'escape') from idempotency_record where workspace_id = $1`,
      [open.workspace.id],
    );
    expect(rows).toHaveLength(2);
    for (const { row } of rows) expect(row).not.toContain(secret);
    expect(app.takeLog()).not.toContain(secret);
  });

  it('stay when something else changes, and are removed with null', async () => {
    const { id, credentials } = (await open.api.post<Channel>('/channels', http)).data;
    expect((await open.patch(`/channels/${id}`, { name: 'Other' })).credentials).toEqual(credentials);
    const removed = await open.patch(`/channels/${id}`, { credentials: null });
    expect(removed.credentials).toEqual({ configured: false, updatedAt: null });
  });
});

describe('changing a channel', () => {
  it('changes only what is sent', async () => {
    const { id, ...before } = await createChannel(open, { settings: { delimiter: ';' } });
    const changed = await open.patch(`/channels/${id}`, { name: 'Other', status: 'paused', locale: 'de' });
    expect(changed).toEqual({
      ...before,
      id,
      name: 'Other',
      status: 'paused',
      locale: 'de',
      updatedAt: expect.any(String),
    });
    expect((await open.patch(`/channels/${id}`, { status: 'active' })).status).toBe('active');
  });

  it('returns to the mapping of the platform with null', async () => {
    const { id } = await createChannel(open);
    const { mapping } = await open.patch(`/channels/${id}`, { mapping: null });
    expect(mapping).toHaveLength(11);
  });

  it.each(['code', 'platform'])('keeps its %s', async (field) => {
    const { id } = await createChannel(open);
    expectInvalid(await open.api.patch(`/channels/${id}`, { [field]: 'http' }), field);
  });

  it('can pause one whose attribute was deleted', async () => {
    await open.attribute('color', 'text');
    const { id } = await createChannel(open, { mapping: [{ target: 'colour', source: { attribute: 'color' } }] });
    await open.remove('/attributes/color');
    expect((await open.patch(`/channels/${id}`, { status: 'paused' })).status).toBe('paused');
  });
});

describe('the scopes of channels', () => {
  it('let a read-only key read but not write', async () => {
    const { id } = await createChannel(open);
    const reader = app.api((await app.createKey(open.workspace, ['channels:read'])).key);
    for (const path of ['/channels', `/channels/${id}`, `/channels/${id}/products`]) {
      expect((await reader.get(path)).status).toBe(200);
    }
    expectError(await reader.post('/channels', base), 'forbidden');
    expectError(await reader.delete(`/channels/${id}`), 'forbidden');
  });

  it('show the channels of a product to a key that reads both', async () => {
    await open.product('MUG');
    const reader = app.api((await app.createKey(open.workspace, ['products:read'])).key);
    expect(expectError(await reader.get('/products/MUG/channels'), 'forbidden').message).toContain('channels:read');
  });
});
