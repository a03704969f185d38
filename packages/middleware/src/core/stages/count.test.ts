import { dataOf, defineOperations } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createFetchHandler } from '../../adapters/fetch.ts';
import type { Authenticator } from '../../auth/authenticator.ts';
import type { Caller } from '../../auth/caller.ts';
import { createMemoryRateLimitStore } from '../../rate-limit/memory-rate-limit-store.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { createApi } from '../api.ts';
import type { ExtraRoute } from '../operations/extra-routes.ts';

const { operation, vocabulary } = defineOperations({
  limits: {
    burst: { limit: 3, windowMs: 10_000 },
    daily: { limit: 5, windowMs: 86_400_000 },
    reports: { limit: 4, windowMs: 60_000 },
  },
  authSchemes: { badge: { type: 'apiKey', in: 'header', name: 'X-Badge' }, pass: { type: 'mutualTLS' } },
});
const responses = { 200: dataOf(z.string()) };
const contract = initContract().router({
  order: operation({
    id: 'o.order',
    method: 'GET',
    path: '/order',
    summary: 'O',
    limit: ['burst', 'daily'],
    responses,
  }),
  look: operation({ id: 'o.look', method: 'GET', path: '/look', summary: 'L', responses }),
  open: operation({
    id: 'o.open',
    method: 'GET',
    path: '/open',
    summary: 'P',
    auth: 'none',
    limit: ['burst', 'reports'],
    responses,
  }),
});
const done = async () => ({ status: 200 as const, body: { data: 'done' } });
const address = { name: 'address', limit: 2, windowMs: 60_000 };

const schemeOf = (header: string): Authenticator<Caller> => ({
  credential: header,
  hint: `Send ${header}.`,
  reads: [header],
  challenge: header,
  authenticate({ headers }) {
    const subject = headers[header.toLowerCase()];
    return subject === undefined ? null : { subject, tenantId: 't', scopes: new Set<string>() };
  },
});

/** Serves the contract; each request is of `ada` unless it says otherwise. */
function serve(extraRoutes: readonly ExtraRoute<Caller>[] = []) {
  const clock = createFakeClock();
  const api = createApi<typeof contract, object, Caller>({
    contract,
    handlers: { order: done, look: done, open: done },
    auth: { badge: schemeOf('X-Badge'), pass: schemeOf('X-Pass') },
    rateLimit: {
      store: createMemoryRateLimitStore({ clock }),
      policies: vocabulary.limits,
      addressPolicy: address,
    },
    clock,
    extraRoutes,
  });
  const handle = createFetchHandler(api);
  const get = async (path: string, headers: Record<string, string> = { 'x-badge': 'ada' }) => {
    const response = await handle(new Request(`http://localhost${path}`, { headers }));
    const field = (name: string) => response.headers.get(name);
    return {
      status: response.status,
      limit: [field('x-ratelimit-limit'), field('x-ratelimit-remaining')].join(' '),
      state: field('ratelimit'),
      inForce: field('ratelimit-policy'),
      retryAfter: field('retry-after'),
    };
  };
  return { clock, get };
}

describe('an operation with several limits', () => {
  it('reports the limit with the smallest share left, and all that are in force', async () => {
    const { clock, get } = serve();
    const inForce = '"burst";q=3;w=10, "daily";q=5;w=86400';
    expect(await get('/order')).toMatchObject({ limit: '3 2', state: '"burst";r=2;t=10', inForce });
    expect(await get('/order')).toMatchObject({ limit: '3 1' });
    clock.advance(10_000);
    expect(await get('/order')).toMatchObject({ limit: '5 2', state: '"daily";r=2;t=86390', inForce });
  });

  it('is denied by any of them, and a denied request counts for none', async () => {
    const { clock, get } = serve();
    for (let count = 0; count < 3; count += 1) expect((await get('/order')).status).toBe(200);
    for (let count = 0; count < 5; count += 1) {
      expect(await get('/order')).toMatchObject({ status: 429, limit: '3 0', retryAfter: '10' });
    }
    clock.advance(10_000);
    expect(await get('/order')).toMatchObject({ status: 200, limit: '5 1' });
    expect((await get('/order')).status).toBe(200);
    expect(await get('/order')).toMatchObject({ status: 429, limit: '5 0', retryAfter: '86390' });
    expect(await get('/look')).toMatchObject({ status: 200, limit: '3 0' });
  });

  it('says to wait for the one that denies longest', async () => {
    const { clock, get } = serve();
    for (let count = 0; count < 3; count += 1) await get('/order');
    clock.advance(10_000);
    for (let count = 0; count < 2; count += 1) await get('/order');
    await get('/look');
    expect(await get('/order')).toMatchObject({ status: 429, retryAfter: '86390' });
  });

  it('counts addresses where anyone may call, separately from the limit of addresses', async () => {
    const { get } = serve();
    for (let count = 0; count < 2; count += 1) expect((await get('/open', {})).status).toBe(200);
    expect(await get('/open', {})).toMatchObject({ status: 429, inForce: '"address";q=2;w=60, "reports";q=4;w=60' });
  });
});

describe('the default limit', () => {
  it('is the first one of the vocabulary', async () => {
    const { get } = serve();
    expect(await get('/look')).toMatchObject({ limit: '3 2' });
    expect(await get('/nothing')).toMatchObject({ status: 404, limit: '3 1' });
  });
});

describe('a route outside the contract', () => {
  const route = (stated: Partial<ExtraRoute<Caller>>): ExtraRoute<Caller> => ({
    method: 'GET',
    path: '/extra',
    handle: async ({ caller }) => ({ status: 200, body: { caller: caller?.subject } }),
    ...stated,
  });

  it('accepts a caller of any scheme unless it names one', async () => {
    const { get } = serve([route({}), route({ path: '/passes', auth: 'pass' })]);
    for (const header of ['x-badge', 'x-pass']) expect((await get('/extra', { [header]: 'ada' })).status).toBe(200);
    expect((await get('/passes', { 'x-pass': 'ada' })).status).toBe(200);
    expect((await get('/passes', { 'x-badge': 'ada' })).status).toBe(401);
  });

  it('may name several schemes and several limits', async () => {
    const { get } = serve([route({ auth: ['pass', 'badge'], limit: ['burst', 'reports'] })]);
    expect(await get('/extra')).toMatchObject({ status: 200, inForce: '"burst";q=3;w=10, "reports";q=4;w=60' });
  });

  it('cannot name an unknown scheme or limit', () => {
    expect(() => serve([route({ auth: 'token' })])).toThrow('GET /extra authenticates by "token": add it to auth.');
    expect(() => serve([route({ limit: ['burst', 'weekly'] })])).toThrow('GET /extra is limited by "weekly"');
    expect(() => serve([route({ limit: ['burst', 'burst'] })])).toThrow('GET /extra is limited twice by "burst"');
  });
});
