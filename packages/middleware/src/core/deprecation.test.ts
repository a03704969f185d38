import { byMediaType, dataOf, deferred, operation } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createFetchHandler } from '../adapters/fetch.ts';
import type { Authenticator } from '../auth/authenticator.ts';
import type { Caller } from '../auth/caller.ts';
import { createMemoryRateLimitStore } from '../rate-limit/memory-rate-limit-store.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createApi } from './api.ts';
import type { ExtraRoute } from './operations/extra-routes.ts';

const responses = { 200: dataOf(z.string()) };
const pathParams = z.object({ id: z.string() });
const old = z.string().optional().meta({ deprecated: true });
const ItemSchema = z.strictObject({ name: z.string(), label: old });
const contract = initContract().router({
  get: operation({
    id: 'notes.get',
    method: 'GET',
    path: '/notes/:id',
    summary: 'A note',
    scopes: ['notes:read'],
    entityTag: 'read',
    resource: 'note',
    pathParams,
    deprecated: { since: '2026-11-01', sunset: '2027-05-01', link: 'https://example.com/v2', successor: 'pages.get' },
    responses,
  }),
  page: operation({
    id: 'pages.get',
    method: 'GET',
    path: '/pages/:id',
    summary: 'A page',
    resource: 'note',
    pathParams,
    responses,
  }),
  list: operation({
    id: 'notes.list',
    method: 'GET',
    path: '/notes',
    summary: 'Notes',
    // The request has no id to lead to a page with.
    deprecated: { since: '2026-12-01', successor: 'pages.get' },
    query: z.strictObject({ since: old, page: z.string().optional() }),
    headers: { 'X-Old': old },
    responses,
  }),
  create: operation({
    id: 'notes.create',
    method: 'POST',
    path: '/notes',
    summary: 'Create notes',
    body: byMediaType({ 'application/json': z.strictObject({ title: old, items: z.array(deferred(ItemSchema)) }) }),
    responses,
  }),
});

const badge: Authenticator<Caller> = {
  credential: 'badge',
  hint: 'Send X-Badge.',
  reads: ['X-Badge'],
  challenge: 'Badge',
  authenticate({ headers }) {
    const [subject, ...scopes] = headers['x-badge']?.split(' ') ?? [];
    return subject === undefined ? null : { subject, tenantId: 't', scopes: new Set(scopes) };
  },
};

const limit = { name: 'standard', limit: 20, windowMs: 60_000 };
const milk = async () => ({ status: 200 as const, body: { data: 'milk' } });
const tagged = async () => ({ ...(await milk()), headers: { ETag: '"n1.1"' } });

/** Serves the contract on 2026-11-22; each request is of `ada`, who may read, unless it says otherwise. */
function serve(extraRoutes: readonly ExtraRoute<Caller>[] = []) {
  const clock = createFakeClock(Date.UTC(2026, 10, 22));
  const sent: (readonly string[])[] = [];
  const used: unknown[] = [];
  const api = createApi<typeof contract, object, Caller>({
    basePath: '/v1',
    contract,
    handlers: {
      get: tagged,
      page: milk,
      list: async () => ({ ...(await milk()), headers: { Link: '</v1/notes?page=2>; rel="next"' } }),
      create: milk,
    },
    auth: { apiKey: badge },
    rateLimit: { store: createMemoryRateLimitStore({ clock }), policies: { standard: limit }, addressPolicy: limit },
    lookups: {
      note: async ({ params }) => (params.id === 'none' ? null : { entityTag: { value: 'n1.1', weak: false } }),
    },
    clock,
    extraRoutes,
    observer: {
      onResponse: ({ deprecatedFields }) => void sent.push(deprecatedFields),
      onDeprecatedUse: ({ operation }) => void used.push(operation?.operationId),
    },
  });
  const handle = createFetchHandler(api);
  const request = async (path: string, { headers, ...init }: RequestInit = {}) => {
    const given = { 'x-badge': 'ada notes:read', ...(headers as Record<string, string>) };
    const response = await handle(new Request(`http://localhost/v1${path}`, { ...init, headers: given }));
    const field = (name: string) => response.headers.get(name);
    return {
      status: response.status,
      said: [field('deprecation'), field('sunset'), field('link')],
      remaining: field('x-ratelimit-remaining'),
      body: (await response.text()) || '{}',
    };
  };
  const post = (body: object) =>
    request('/notes', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { clock, sent, used, request, post };
}

const said = [
  '@1793491200',
  'Sat, 01 May 2027 00:00:00 GMT',
  '<https://example.com/v2>; rel="deprecation", </v1/pages/a%20b>; rel="successor-version"',
];

describe('a deprecated operation', () => {
  it('says since when, until when and what replaces it, in successes, errors and 304', async () => {
    const { request } = serve();
    expect(await request('/notes/a%20b')).toMatchObject({ status: 200, said });
    expect(await request('/notes/a%20b', { method: 'HEAD' })).toMatchObject({ status: 200, said });
    const current = { 'if-none-match': '"n1.1"' };
    expect(await request('/notes/a%20b', { headers: current })).toMatchObject({ status: 304, said });
    expect(await request('/notes/a%20b', { headers: { 'x-badge': '' } })).toMatchObject({ status: 403, said });
    const missing = await request('/notes/none', { headers: current });
    expect(missing).toMatchObject({ status: 404, said: [said[0], said[1], expect.any(String)] });
    for (let count = 0; count < limit.limit; count += 1) await request('/notes/a%20b');
    expect(await request('/notes/a%20b')).toMatchObject({ status: 429, said });
  });

  it('keeps the links of its handler, and links no successor whose path it cannot fill', async () => {
    const { request } = serve();
    const link = '</v1/notes?page=2>; rel="next"';
    expect(await request('/notes')).toMatchObject({ status: 200, said: ['@1796083200', null, link] });
  });

  it('does not change other operations', async () => {
    const { request } = serve();
    expect(await request('/pages/a')).toMatchObject({ status: 200, said: [null, null, null] });
  });

  it('is refused with 410 from its sunset on', async () => {
    const { clock, request } = serve();
    clock.advance(Date.UTC(2027, 4, 1) - clock.nowMs() - 1);
    expect(await request('/notes/a%20b')).toMatchObject({ status: 200, said });
    clock.advance(1);
    const refused = await request('/notes/a%20b');
    expect(refused).toMatchObject({ status: 410, said });
    expect(JSON.parse(refused.body).error).toMatchObject({
      code: 'operation_retired',
      message: 'notes.get ended on 2027-05-01. Call pages.get instead.',
    });
  });

  it('is refused with 410 after the caller is known and counted, and before anything else is checked', async () => {
    const { clock, request } = serve();
    clock.advance(365 * 86_400_000);
    expect(await request('/notes/none', { headers: { 'x-badge': 'bob' } })).toMatchObject({
      status: 410,
      remaining: '19',
    });
    for (let count = 1; count < limit.limit; count += 1) await request('/notes/a', { headers: { 'x-badge': 'bob' } });
    expect(await request('/notes/a', { headers: { 'x-badge': 'bob' } })).toMatchObject({ status: 429 });
  });

  it('is also refused in calls from inside another request', async () => {
    const { clock, used, request } = serve([
      {
        method: 'GET',
        path: '/inside',
        handle: async ({ callOperation }) => {
          await callOperation({ operationId: 'notes.get', params: { id: 'a' } });
          return { status: 200, body: {} };
        },
      },
    ]);
    expect(await request('/inside')).toMatchObject({ status: 200 });
    clock.advance(365 * 86_400_000);
    expect(await request('/inside')).toMatchObject({ status: 410 });
    expect(used).toEqual(['notes.get', 'notes.get']);
  });
});

describe('deprecated fields', () => {
  it('are named to the observer when they are sent, in a query, a header, a body or the items of a batch', async () => {
    const { sent, request, post } = serve();
    await request('/notes?since=monday', { headers: { 'x-old': '1' } });
    await post({ title: 'x', items: [{ name: 'a' }, { name: 'b', label: 'c' }, null] });
    expect(sent).toEqual([
      ['query.since', 'headers.x-old'],
      ['body.title', 'body.items.*.label'],
    ]);
  });

  it('are named in refused requests, but not when they are omitted', async () => {
    const { sent, used, request, post } = serve();
    expect((await request('/notes?since=monday&unknown=1')).status).toBe(422);
    await request('/notes');
    await post({ items: [] });
    await post({ title: 'x', items: [] });
    expect(sent).toEqual([['query.since'], [], [], ['body.title']]);
    // The list is deprecated itself, notes.create has one field that is.
    expect(used).toEqual(['notes.list', 'notes.list', 'notes.create']);
  });
});

it('a successor is another operation of the contract', () => {
  const { get } = contract;
  const rateLimit = { store: createMemoryRateLimitStore(), policies: { standard: limit }, addressPolicy: limit };
  const create = () =>
    createApi<{ get: typeof get }, object, Caller>({
      contract: { get },
      handlers: { get: tagged },
      auth: { apiKey: badge },
      rateLimit,
      lookups: { note: async () => null },
    });
  expect(create).toThrow('notes.get: deprecated.successor "pages.get" is not another operation of the contract.');
});
