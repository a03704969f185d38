import type { ExportProfile } from '@product-content/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../../support/app/expect-response.ts';
import { type App, sharedApp } from '../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;
let open: OpenWorkspace;

beforeAll(async () => {
  app = await sharedApp();
});
beforeEach(async () => {
  open = await openWorkspace(app);
});

async function save(input: object): Promise<ExportProfile> {
  const response = await open.api.post<ExportProfile>('/export-profiles', input);
  expect(response.status, response.toString()).toBe(201);
  return response.data;
}

const tokenOf = (profile: ExportProfile) => profile.feedUrls.csv.split('/').at(-1)?.replace('.csv', '') ?? '';

describe('an export profile', () => {
  it('stores its options, with defaults and the addresses of its feeds', async () => {
    const profile = await save({ name: ' Prices ', filter: { status: 'approved', sort: '-price' }, columns: ['sku'] });
    expect(profile).toEqual({
      id: expect.stringMatching(/^exp_/),
      name: 'Prices',
      recordType: 'products',
      format: 'csv',
      filter: { status: ['approved'], sort: 'price:desc' },
      columns: ['sku'],
      locales: null,
      currencies: null,
      includeVariants: true,
      delimiter: 'comma',
      bom: false,
      feedUrls: Object.fromEntries(
        ['csv', 'xlsx', 'xml', 'json'].map((format) => [format, `${app.baseUrl}/feeds/${tokenOf(profile)}.${format}`]),
      ),
      lastRun: null,
      createdAt: expect.any(String),
      updatedAt: profile.createdAt,
    });
    expect(tokenOf(profile)).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect((await open.api.get(`/export-profiles/${profile.id}`)).data).toEqual(profile);
    expect((await open.api.get('/export-profiles')).data).toEqual([profile]);
  });

  it('encrypts the secret of its feeds in the database, including stored responses', async () => {
    const key = { 'idempotency-key': 'profile-1' };
    const first = await open.api.post<ExportProfile>('/export-profiles', { name: 'Prices' }, key);
    expect((await open.api.post('/export-profiles', { name: 'Prices' }, key)).text).toBe(first.text);
    const rows = await app.query<{ text: string }>(
      `select encode(feed_token, 'escape') || encode(feed_token_hash, 'escape') || options as text from export_profile
       where workspace_id = $1
       union all select encode(body, 'escape') from idempotency_record where workspace_id = $1`,
      [open.workspace.id],
    );
    expect(rows).toHaveLength(2);
    for (const { text } of rows) expect(text).not.toContain(tokenOf(first.data));
  });

  it('changes in part; null sets a default', async () => {
    const before = await save({ name: 'Prices', columns: ['sku'], locales: ['de'], filter: { brand: 'Kiln' } });
    const { data } = await open.api.patch<ExportProfile>(`/export-profiles/${before.id}`, {
      name: 'Names',
      columns: null,
      filter: { status: ['draft'] },
      bom: true,
    });
    expect(data).toEqual({
      ...before,
      name: 'Names',
      columns: null,
      filter: { status: ['draft'] },
      bom: true,
      updatedAt: expect.any(String),
    });
    expect((await open.patch(`/export-profiles/${before.id}`, { filter: null, locales: null })).filter).toEqual({});
  });

  it('has a name that is unique in its workspace', async () => {
    await save({ name: 'Prices' });
    const { id } = await save({ name: 'Names' });
    expect(expectError(await open.api.post('/export-profiles', { name: 'Prices' }), 'conflict').message).toContain(
      'Prices',
    );
    expectError(await open.api.patch(`/export-profiles/${id}`, { name: 'Prices' }), 'conflict');
    const other = await openWorkspace(app);
    expect((await other.api.post('/export-profiles', { name: 'Prices' })).status).toBe(201);
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => open.api.post('/export-profiles', { name: 'At once' })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it('is one of at most 100', async () => {
    for (let made = 0; made < 99; made += 1) await save({ name: `Profile ${made}` });
    const responses = await Promise.all(['a', 'b', 'c'].map((name) => open.api.post('/export-profiles', { name })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it.each([
    [{}, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'Prices', columns: ['colour'] }, 'columns.0'],
    [{ name: 'Prices', locales: ['it'] }, 'locales.0'],
    [{ name: 'Prices', filter: { colour: 'red' } }, 'filter.colour'],
    [{ name: 'Prices', zipImages: true }, 'zipImages'],
  ])('cannot be created with %j', async (input, path) => {
    expectInvalid(await open.api.post('/export-profiles', input), path);
  });

  it('needs exports:write to be changed, and exports:read to be seen', async () => {
    const { id } = await save({ name: 'Prices' });
    const reader = app.api((await app.createKey(open.workspace, ['exports:read'])).key);
    expect((await reader.get(`/export-profiles/${id}`)).status).toBe(200);
    expectError(await reader.patch(`/export-profiles/${id}`, { bom: true }), 'forbidden');
    expectError(await reader.delete(`/export-profiles/${id}`), 'forbidden');
    const writer = app.api((await app.createKey(open.workspace, ['exports:write'])).key);
    expectError(await writer.get('/export-profiles'), 'forbidden');
  });

  it.each([
    ['tab', '\t'],
    ['pipe', '|'],
    ['semicolon', ';'],
    ['comma', ','],
  ])('names the delimiter %s, whether it is sent by name or as the character', async (name, character) => {
    for (const delimiter of [name, character]) {
      const profile = await save({ name: `Prices ${delimiter}`, columns: ['sku', 'name'], delimiter });
      expect(profile.delimiter).toBe(name);
      const { text } = await open.api.post('/exports', { profile: profile.id });
      expect(text.split('\r\n')[0]).toBe(`sku${character}name`);
    }
  });

  it('is run by an export, which may override its options, and shows when', async () => {
    await open.product('MUG', { status: 'approved' });
    await open.product('PLATE');
    const { id } = await save({
      name: 'Prices',
      filter: { status: 'approved' },
      columns: ['sku', 'status'],
      delimiter: ';',
    });
    const run = (input: object) => open.api.post('/exports', input);
    const response = await run({ profile: 'Prices' });
    expect(response.text).toBe('sku;status\r\nMUG;approved\r\n');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename=Prices.csv');
    const shown = await open.read<ExportProfile>(`/export-profiles/${id}`);
    expect(shown.lastRun).toEqual({ at: expect.any(String), via: 'export', format: 'csv', count: 1, warnings: 0 });
    expect((await run({ profile: id, filter: {}, columns: ['sku'] })).text).toBe('sku\r\nMUG\r\nPLATE\r\n');
    expect((await run({ profile: id, format: 'json' })).body).toEqual([{ sku: 'MUG', status: 'approved' }]);
    expectInvalid(await run({ profile: id, format: 'json', delimiter: ';' }), 'delimiter');
  });
});
