import { createMemoryRateLimitStore } from '@contract-kit/middleware';
import { createFakeClock } from '@contract-kit/middleware/testing';
import { rateLimitPolicies } from '@product-content/contract';
import { expectError, expectPolicyHeaders } from '@product-content/test-support/app/expect-response';
import {
  type Api,
  type ApiResponse,
  type App,
  startApp,
  type Workspace,
} from '@product-content/test-support/app-server';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

const limit = 50;
let app: App;
let workspace: Workspace;
let key: string;
let api: Api;

beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT: String(limit) } });
  workspace = await app.createWorkspace();
});
beforeEach(async () => {
  ({ key } = await app.createKey(workspace));
  api = app.api(key);
});

const remaining = ({ headers }: ApiResponse<unknown>) => Number(headers.get('x-ratelimit-remaining'));
const reset = ({ headers }: ApiResponse<unknown>) => Number(headers.get('x-ratelimit-reset'));
const nowSeconds = () => Date.now() / 1000;

async function exhaust(caller: Api, path = '/me'): Promise<void> {
  while (remaining(await caller.get(path)) > 0);
}

// API behavior 3.1, 3.2.
describe('the rate limit of a key', () => {
  it('admits exactly its limit of requests that come over eight connections at once', async () => {
    const responses: ApiResponse[] = [];
    const connection = async () => {
      for (let count = 0; count < 20; count += 1) responses.push(await api.get('/me'));
    };
    await Promise.all(Array.from({ length: 8 }, connection));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(limit);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(8 * 20 - limit);
    expect(
      responses
        .filter(({ status }) => status === 200)
        .map(remaining)
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: limit }, (_, index) => index));
  });

  it('counts down by one with each request', async () => {
    const responses = [];
    for (let count = 0; count < 5; count += 1) responses.push(await api.get('/me'));
    expect(responses.map(remaining)).toEqual([49, 48, 47, 46, 45]);
    for (const { headers } of responses) expect(headers.get('x-ratelimit-limit')).toBe('50');
  });

  it('returns 429 with the time to retry', async () => {
    await exhaust(api);
    const before = nowSeconds();
    const response = await api.get('/me');
    const { message } = expectError(response, 'rate_limited');
    const wait = Number(response.headers.get('retry-after'));
    expect(message).toContain(`${wait} s`);
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    expect(remaining(response)).toBe(0);
    expect(reset(response)).toBeGreaterThan(before);
    expect(reset(response)).toBeLessThanOrEqual(Math.ceil(nowSeconds() + 60));
    // Waiting as long as it says is enough.
    expect(before + wait).toBeGreaterThanOrEqual(reset(response) - 2);
  });

  it('does not count what it refuses', async () => {
    const first = await api.get('/me');
    await exhaust(api);
    const refused = await Promise.all(Array.from({ length: 2 * limit }, () => api.get('/me')));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
    // The next slot frees when the first admitted request is a window old, whatever was refused since.
    for (const response of refused) expect(Math.abs(reset(response) - reset(first))).toBeLessThanOrEqual(1);
  });

  it('is checked before anything else in the request', async () => {
    const { key: humble } = await app.createKey(workspace, ['assets:read']);
    await exhaust(app.api(humble));
    for (const [method, path] of [
      ['GET', '/products'],
      ['POST', '/products'],
      ['GET', '/products/nothing'],
      ['DELETE', '/products'],
      ['GET', '/nothing'],
      ['OPTIONS', '/products'],
    ] as const) {
      expectError(await app.api(humble).send(method, path), 'rate_limited');
    }
  });

  it('counts every kind of response', async () => {
    const sku = `rate-${Date.now()}`;
    const headers = { 'idempotency-key': sku };
    const keyed = { headers, body: { sku, name: 'Rate' } };
    const requests: [number, string, string, { headers?: Record<string, string>; body?: unknown }?][] = [
      [201, 'POST', '/products', keyed],
      [201, 'POST', '/products', keyed],
      [304, 'GET', `/products/${sku}`, { headers: { 'if-none-match': '*' } }],
      [200, 'HEAD', `/products/${sku}`],
      [400, 'POST', '/products', { body: '{' }],
      [404, 'GET', '/products/nothing'],
      [404, 'GET', '/nothing'],
      [405, 'PUT', '/products', { body: {} }],
      [204, 'OPTIONS', '/products'],
      [409, 'POST', '/products', { body: keyed.body }],
      [412, 'DELETE', `/products/${sku}`, { headers: { 'if-match': '"old"' } }],
      [422, 'GET', '/products?page=0'],
      [204, 'DELETE', `/products/${sku}`],
    ];
    const seen = [];
    for (const [, method, path, options] of requests) seen.push(await api.send(method, path, options));
    expect(seen.map(({ status }) => status)).toEqual(requests.map(([status]) => status));
    expect(seen[1]?.headers.get('idempotent-replayed')).toBe('true');
    expect(seen.map(remaining)).toEqual(requests.map((_, index) => limit - 1 - index));
  });

  it('counts requests that are refused for their scope', async () => {
    const { key: humble } = await app.createKey(workspace, ['assets:read']);
    const response = await app.api(humble).get('/products');
    expectError(response, 'forbidden');
    expect(remaining(response)).toBe(limit - 1);
  });

  it('belongs to the key, not to its workspace', async () => {
    await exhaust(api);
    const other = app.api((await app.createKey(workspace)).key);
    expect(remaining(await other.get('/me'))).toBe(limit - 1);
    expectError(await api.get('/me'), 'rate_limited');
  });

  it('is the same in either header and in the fields of the IETF draft', async () => {
    await api.get('/me');
    const response = await app.api(null).get('/me', { 'x-api-key': key });
    expect(remaining(response)).toBe(limit - 2);
    expect(response.headers.get('ratelimit-policy')).toBe('"standard";q=50;w=60');
    expect(response.headers.get('ratelimit')).toMatch(/^"standard";r=48;t=(60|[1-5]?\d)$/);
  });

  it('is shown to the caller', async () => {
    const { limits } = (await api.get<{ limits: object }>('/me')).data;
    expect(limits).toMatchObject({ requests: { limit, windowSeconds: 60 } });
  });
});

describe('requests without a valid key', () => {
  it('are limited by address together, and take nothing from any key', async () => {
    const anonymous = app.api(null);
    expectPolicyHeaders(await anonymous.get('/'));
    await exhaust(anonymous, '/');
    for (const path of ['/', '/openapi.json', '/me', '/nothing']) {
      const response = await anonymous.get(path);
      expectError(response, 'rate_limited');
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expectError(await app.api(`${key}x`).get('/me'), 'rate_limited');
    expect(remaining(await api.get('/me'))).toBe(limit - 1);
  });
});

describe('the documented limit of 600 requests in a rolling minute', () => {
  it('admits no more than 600 in any minute, whatever arrives around its edges', () => {
    const policy = rateLimitPolicies.standard;
    expect([policy.limit, policy.windowMs]).toEqual([600, 60_000]);
    const clock = createFakeClock();
    const store = createMemoryRateLimitStore({ clock });
    const admitted: number[] = [];
    const send = (count: number) => {
      for (let sent = 0; sent < count; sent += 1) {
        if (store.take('key:1', policy).admitted) admitted.push(clock.monotonicMs());
      }
    };
    // A quiet start, then a burst just before a minute is over, one just after, and a stream over the next edge.
    send(1);
    clock.advance(59_000);
    send(600);
    clock.advance(1_000);
    send(600);
    for (let step = 0; step < 1_201; step += 1) {
      clock.advance(100);
      send(1);
    }
    for (const start of admitted) {
      const inWindow = admitted.filter((moment) => moment >= start && moment < start + policy.windowMs);
      expect(inWindow.length).toBeLessThanOrEqual(policy.limit);
    }
    expect(admitted.length).toBeGreaterThan(2 * policy.limit);
  });
});
