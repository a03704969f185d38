import { gunzipSync } from 'node:zlib';
import type { ExportProfile } from '@product-content/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RawResponse, requestRaw } from '../../support/app/raw-request.ts';
import { type OwnApp, startApp } from '../../support/app-server.ts';
import { type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: OwnApp;
let open: OpenWorkspace;
let profile: ExportProfile;

beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT: '100000' } });
});
beforeEach(async () => {
  open = await openWorkspace(app);
  await open.product('MUG', { status: 'approved', price: 5 });
  await open.product('PLATE');
  const input = { name: 'Prices', filter: { status: 'approved' }, columns: ['sku', 'price'] };
  profile = (await open.api.post<ExportProfile>('/export-profiles', input)).data;
});

/** As a reader without a key fetches it; the body is not decoded. */
const poll = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawResponse> =>
  requestRaw(url, { method, headers });

const textOf = ({ body }: RawResponse) => body.toString('utf8');

describe('a feed', () => {
  it('is the export of its profile in each format, without a key', async () => {
    const csv = await poll(profile.feedUrls.csv);
    expect([csv.status, textOf(csv)]).toEqual([200, 'sku,price\r\nMUG,5\r\n']);
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename=Prices.csv',
      'content-length': '18',
      'x-export-count': '1',
      'x-export-warnings': '0',
      vary: 'Authorization, X-API-Key, Accept-Encoding',
      etag: expect.stringMatching(/^"[0-9a-z]{26}"$/),
      'last-modified': expect.stringMatching(/ GMT$/),
      'x-ratelimit-remaining': expect.any(String),
    });
    expect(JSON.parse(textOf(await poll(profile.feedUrls.json)))).toEqual([{ sku: 'MUG', price: 5 }]);
    expect(textOf(await poll(profile.feedUrls.xml))).toContain('MUG');
    expect((await poll(profile.feedUrls.xlsx)).body.subarray(0, 2).toString()).toBe('PK');
    expect((await open.read<ExportProfile>(`/export-profiles/${profile.id}`)).lastRun).toMatchObject({
      via: 'feed',
      format: 'xlsx',
      count: 1,
    });
  });

  it('is not regenerated while nothing has changed', async () => {
    const first = await poll(profile.feedUrls.csv);
    const again = await poll(profile.feedUrls.csv);
    expect(again.headers.etag).toBe(first.headers.etag);
    expect((await poll(profile.feedUrls.csv, { 'if-none-match': String(first.headers.etag) })).status).toBe(304);
    const since = { 'if-modified-since': String(first.headers['last-modified']) };
    const unmodified = await poll(profile.feedUrls.csv, since);
    expect([unmodified.status, unmodified.body.length]).toEqual([304, 0]);
    expect(unmodified.headers).toMatchObject({ etag: first.headers.etag, vary: first.headers.vary });
  });

  it('shows changes immediately, with new validators', async () => {
    const first = await poll(profile.feedUrls.csv);
    const validators = {
      'if-none-match': String(first.headers.etag),
      'if-modified-since': String(first.headers['last-modified']),
    };
    await open.patch('/products/MUG', { price: 6 });
    const changed = await poll(profile.feedUrls.csv, validators);
    expect([changed.status, textOf(changed)]).toEqual([200, 'sku,price\r\nMUG,6\r\n']);
    await open.patch(`/export-profiles/${profile.id}`, { columns: ['sku'] });
    expect(textOf(await poll(profile.feedUrls.csv, validators))).toBe('sku\r\nMUG\r\n');
    await open.patch('/products/PLATE', { status: 'approved' });
    const since = { 'if-modified-since': String(first.headers['last-modified']) };
    expect(textOf(await poll(profile.feedUrls.csv, since))).toBe('sku\r\nMUG\r\nPLATE\r\n');
  });

  it('is compressed for those who accept it', async () => {
    const plain = await poll(profile.feedUrls.json);
    const packed = await poll(profile.feedUrls.json, { 'accept-encoding': 'gzip, br' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.body)).toEqual(plain.body);
    expect(packed.headers.etag).toBe(`W/${plain.headers.etag}`);
    const condition = { 'if-none-match': String(packed.headers.etag), 'accept-encoding': 'gzip' };
    expect((await poll(profile.feedUrls.json, condition)).status).toBe(304);
    for (const [url, accepted] of [
      [profile.feedUrls.json, 'gzip;q=0'],
      [profile.feedUrls.xlsx, 'gzip'],
    ] as const) {
      const response = await poll(url, { 'accept-encoding': accepted });
      expect(response.headers['content-encoding']).toBe(undefined);
    }
  });

  it('can be fetched in parts, as long as it is the same file', async () => {
    const whole = await poll(profile.feedUrls.csv);
    const part = await poll(profile.feedUrls.csv, { range: 'bytes=4-8', 'if-range': String(whole.headers.etag) });
    expect([part.status, textOf(part)]).toEqual([206, 'price']);
    await open.patch('/products/MUG', { price: 66 });
    const changed = await poll(profile.feedUrls.csv, { range: 'bytes=4-8', 'if-range': String(whole.headers.etag) });
    expect([changed.status, textOf(changed)]).toEqual([200, 'sku,price\r\nMUG,66\r\n']);
  });

  it('responds to HEAD without a body', async () => {
    const get = await poll(profile.feedUrls.csv);
    const head = await poll(profile.feedUrls.csv, {}, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers).toMatchObject({ etag: get.headers.etag, 'content-length': get.headers['content-length'] });
  });

  it('is generated once for many concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => poll(profile.feedUrls.csv)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ headers }) => headers.etag)).size).toBe(1);
  });

  it('never mixes two states, nor shows one older than the request', async () => {
    for (let price = 10; price < 20; price += 1) {
      const early = Array.from({ length: 3 }, () => poll(profile.feedUrls.csv));
      await open.patch('/products/MUG', { price });
      const late = await Promise.all(Array.from({ length: 3 }, () => poll(profile.feedUrls.csv)));
      for (const response of late) expect(textOf(response)).toBe(`sku,price\r\nMUG,${price}\r\n`);
      for (const response of await Promise.all(early)) expect(textOf(response)).toMatch(/^sku,price\r\nMUG,\d+\r\n$/);
    }
  });

  it.each(['csvx', 'csv/', 'pdf', '', 'CSV'])('has no other address: .%s', async (ending) => {
    expect((await poll(profile.feedUrls.csv.replace(/csv$/, ending))).status).toBe(ending === 'csv/' ? 200 : 404);
  });

  it('is gone immediately with its address or its profile', async () => {
    expect((await poll(profile.feedUrls.csv)).status).toBe(200);
    const rotated = (await open.api.post<ExportProfile>(`/export-profiles/${profile.id}/rotate-feeds`)).data;
    expect((await poll(profile.feedUrls.csv)).status).toBe(404);
    expect((await poll(profile.feedUrls.csv, { 'if-none-match': '*' })).status).toBe(404);
    expect((await poll(rotated.feedUrls.csv)).status).toBe(200);
    await open.remove(`/export-profiles/${profile.id}`);
    expect((await poll(rotated.feedUrls.csv)).status).toBe(404);
  });

  it('outlives a restart, and a file that was lost', async () => {
    const before = await poll(profile.feedUrls.csv);
    await app.restart();
    const after = await poll(profile.feedUrls.csv);
    expect([after.headers.etag, textOf(after)]).toEqual([before.headers.etag, textOf(before)]);
    await app.query('update export_feed set file_id = gen_random_uuid() where profile_id = $1 returning 1', [
      await profileUuid(),
    ]);
    const responses = await Promise.all(Array.from({ length: 5 }, () => poll(profile.feedUrls.csv)));
    expect(new Set(responses.map((mended) => `${mended.status} ${textOf(mended)}`))).toEqual(
      new Set([`200 ${textOf(before)}`]),
    );
    const tag = String(responses[0]?.headers.etag);
    expect((await poll(profile.feedUrls.csv, { 'if-none-match': tag })).status).toBe(304);
  });

  async function profileUuid(): Promise<string> {
    const rows = await app.query<{ id: string }>('select id from export_profile where workspace_id = $1', [
      open.workspace.id,
    ]);
    return rows[0]?.id ?? '';
  }
});

it('are limited for each address', async () => {
  const limited = await startApp({ env: { RATE_LIMIT: '5', ROLE: 'api' } });
  const { api } = await openWorkspace(limited);
  const { feedUrls } = (await api.post<ExportProfile>('/export-profiles', { name: 'All' })).data;
  const statuses: number[] = [];
  for (let sent = 0; sent < 6; sent += 1) statuses.push((await poll(feedUrls.csv)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});
