import { standardErrors } from '@contract-kit/http-spec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure, script } from '../../test-support/scripted-server.ts';
import { ConnectionError, type RetryNotice } from '../index.ts';
import { defaultRetry } from './retry-options.ts';
import { waitBeforeRetry } from './wait-before-retry.ts';

const created = { status: 201, body: { data: { id: 'n1', text: 'x', stars: 0 } } };
const body = { text: 'x' };

describe('a call is repeated', () => {
  it.each([
    [429, 'rate_limited', { 'retry-after': '0' }],
    [409, 'idempotency_in_progress', { 'retry-after': '0' }],
    [500, 'internal_error', {}],
  ])('after %i %s', async (status, code, headers) => {
    const { client, requests } = await script([failure(status, code, { headers }), created]);
    expect((await client.notes.create({ body })).status).toBe(201);
    expect(requests).toHaveLength(2);
  });

  it.each([502, 503, 504])('after %i of a proxy', async (status) => {
    const { client, requests } = await script([{ status, body: 'Sorry' }, created]);
    await client.notes.create({ body });
    expect(requests).toHaveLength(2);
  });

  it('with the idempotency key of the first attempt, which is new for each call', async () => {
    const { client, requests } = await script([failure(500, 'internal_error'), created, created, created]);
    await client.notes.create({ body });
    await client.notes.create({ body });
    await client.notes.create({ body, idempotencyKey: 'mine' });
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(keys[3]).toBe('mine');
  });

  it('as often as configured, and reports each retry', async () => {
    const notices: RetryNotice[] = [];
    const options = { retry: { attempts: 3 }, onRetry: (notice: RetryNotice) => void notices.push(notice) };
    const { client, requests } = await script([failure(500, 'internal_error')], options);
    await expect(client.notes.create({ body })).rejects.toMatchObject({ code: 'internal_error' });
    expect(requests).toHaveLength(3);
    expect(notices).toMatchObject([
      { operationId: 'notes.create', attempts: 1, error: { code: 'internal_error' } },
      { attempts: 2 },
    ]);
  });
});

it('retries a code of the API as its contract says', async () => {
  const { client, requests } = await script([failure(503, 'moving', { headers: { 'retry-after': '0' } }), created]);
  expect((await client.notes.create({ body })).status).toBe(201);
  expect(requests).toHaveLength(2);
});

describe('a call is not repeated', () => {
  const final = Object.entries(standardErrors).filter(([, { retry }]) => retry === 'never');
  it.each(final)('after %s', async (code, { status }) => {
    const { client, requests } = await script([failure(status, code), created]);
    await expect(client.notes.create({ body })).rejects.toMatchObject({ code });
    expect(requests).toHaveLength(1);
  });

  it.each([400, 404, 408, 409, 425, 501, 505])('after %i of a proxy', async (status) => {
    const { client, requests } = await script([{ status, body: 'No' }, created]);
    await expect(client.notes.create({ body })).rejects.toMatchObject({ status, code: 'unknown' });
    expect(requests).toHaveLength(1);
  });

  it('when the server requests a longer wait than allowed', async () => {
    const reply = failure(429, 'rate_limited', { headers: { 'retry-after': '61' } });
    const { client, requests } = await script([reply, created]);
    await expect(client.notes.create({ body })).rejects.toMatchObject({ code: 'rate_limited' });
    expect(requests).toHaveLength(1);
  });
});

describe('a lost connection', () => {
  const broken = (times: number) => {
    let left = times;
    return (_: unknown, response: { destroy(): void }) => {
      if (left-- <= 0) return created;
      response.destroy();
      return null;
    };
  };

  it('is thrown immediately by default', async () => {
    const { client, requests } = await script(broken(1));
    const error = await client.notes.create({ body }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ operationId: 'notes.create', reason: 'unreachable' });
    expect(requests).toHaveLength(1);
  });

  it('is distinguished from a response that is not JSON', async () => {
    const headers = { 'content-type': 'application/json' };
    const { client } = await script([{ status: 200, headers, body: '{"data":' }]);
    await expect(client.notes.get({ params: { id: 'n1' } })).rejects.toMatchObject({ reason: 'malformed' });
  });

  it('is retried if enabled and safe', async () => {
    const retry = { connectionErrors: true };
    const { client, requests } = await script(broken(2), { retry });
    await client.notes.create({ body });
    expect(requests).toHaveLength(3);
    const second = await script(broken(1), { retry });
    await expect(second.client.notes.patch({ params: { id: 'n1' }, body: {} })).rejects.toThrow(ConnectionError);
    expect(second.requests).toHaveLength(1);
  });
});

describe('time', () => {
  it('limits an attempt', async () => {
    const { client } = await script(() => null, { timeoutMs: 20 });
    await expect(client.notes.get({ params: { id: 'n1' } })).rejects.toMatchObject({ reason: 'timeout' });
  });

  it('of the whole call is limited by its signal', async () => {
    const { client } = await script(() => null);
    const call = client.notes.list({ signal: AbortSignal.timeout(20) });
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('ends when the caller aborts, even between attempts', async () => {
    const headers = { 'retry-after': '30' };
    const { client, requests } = await script([failure(429, 'rate_limited', { headers })], {
      onRetry: () => setTimeout(() => controller.abort(new Error('enough'))),
    });
    const controller = new AbortController();
    await expect(client.notes.list({ signal: controller.signal })).rejects.toThrow('enough');
    expect(requests).toHaveLength(1);
    await expect(client.notes.list({ signal: controller.signal })).rejects.toThrow('enough');
    expect(requests).toHaveLength(1);
  });
});

describe('the wait', () => {
  const limited = (retryAfter: string | null) => ({ status: 429, retry: 'after', retryAfter }) as const;
  const wait = (retryAfter: string | null, attempt = 1, random = 0) =>
    waitBeforeRetry(limited(retryAfter), attempt, defaultRetry, () => random, Date.UTC(2026, 0, 1));

  it('is what Retry-After says, in seconds or as a date', () => {
    expect(wait('7')).toBe(7000);
    expect(wait('Thu, 01 Jan 2026 00:00:09 GMT')).toBe(9000);
    expect(wait('Wed, 31 Dec 2025 23:59:00 GMT')).toBe(0);
  });

  it('otherwise doubles with each attempt, with half of it random', () => {
    expect([1, 2, 3, 4].map((attempt) => wait(null, attempt))).toEqual([250, 500, 1000, 2000]);
    expect(wait('soon', 2, 0.5)).toBe(750);
  });

  it('never exceeds the maximum, nor the number of attempts', () => {
    const failures = fc.record({
      status: fc.integer({ min: 400, max: 599 }),
      retry: fc.constantFrom('never', 'after', 'backoff', undefined),
      retryAfter: fc.option(fc.oneof(fc.nat().map(String), fc.string())),
    });
    fc.assert(
      fc.property(
        failures,
        fc.integer({ min: 1, max: 20 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failed, attempt, random) => {
          const ms = waitBeforeRetry(failed, attempt, { ...defaultRetry, attempts: 10 }, () => random, 0);
          if (ms !== null) expect(ms >= 0 && ms <= defaultRetry.maxWaitMs && attempt < 10).toBe(true);
        },
      ),
    );
  });
});
