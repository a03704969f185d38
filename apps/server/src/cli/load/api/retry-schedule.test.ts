import { describe, expect, it } from 'vitest';
import { backoffMs, paceMs, retryDelayMs } from './retry-schedule.ts';

const failure = (status: number, code = 'x', headers: Record<string, string> = {}) => ({
  status,
  code,
  headers: new Headers(headers),
});

describe('a request that failed', () => {
  it('is sent again after Retry-After when the limit is reached or its twin is running', () => {
    expect(retryDelayMs(failure(429, 'rate_limited', { 'retry-after': '7' }), 1)).toBe(7_000);
    expect(retryDelayMs(failure(409, 'idempotency_in_progress', { 'retry-after': '1' }), 1)).toBe(1_000);
    expect(retryDelayMs(failure(429, 'rate_limited'), 1)).toBeGreaterThan(0);
  });

  it.each([500, 502, 503, 504])('is sent again after a growing wait when the service failed with %i', (status) => {
    expect(retryDelayMs(failure(status), 1)).toBeLessThanOrEqual(500);
    expect(retryDelayMs(failure(status), 5)).toBeGreaterThanOrEqual(4_000);
  });

  it('is sent again when the connection failed', () => expect(retryDelayMs(null, 1)).not.toBeNull());

  it.each([400, 401, 403, 404, 409, 412, 413, 422, 501])('is not sent again for a %i', (status) => {
    expect(retryDelayMs(failure(status), 1)).toBeNull();
  });
});

it('a wait doubles with each attempt up to a minute, its upper half by chance', () => {
  expect(backoffMs(1, () => 0)).toBe(250);
  expect(backoffMs(1, () => 1)).toBe(500);
  expect(backoffMs(3, () => 1)).toBe(2_000);
  expect(backoffMs(40, () => 1)).toBe(60_000);
});

describe('the next request', () => {
  const now = 1_700_000_000_000;
  const headers = (remaining: string, reset: string) =>
    new Headers({ 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset });

  it('goes out at once while some are left', () => expect(paceMs(headers('1', '1700000050'), now)).toBe(0));
  it('waits until a slot frees when none is left', () => expect(paceMs(headers('0', '1700000050'), now)).toBe(50_000));
  it('never waits longer than a window', () => expect(paceMs(headers('0', '1800000000'), now)).toBe(60_000));
  it('goes out when the headers say nothing', () => expect(paceMs(new Headers(), now)).toBe(0));
});
