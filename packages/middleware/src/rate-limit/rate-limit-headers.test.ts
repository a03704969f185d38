import { describe, expect, it } from 'vitest';
import { createRateLimitHeaders, rateLimited } from './rate-limit-headers.ts';

const policy = { name: 'standard', limit: 600, windowMs: 60_000 };

function written(resetMs: number, now: number) {
  const fields: Record<string, string> = {};
  const sink = { set: (name: string, value: string) => Object.assign(fields, { [name]: value }) };
  createRateLimitHeaders(policy).write(sink, { admitted: true, limit: 600, remaining: 599, resetMs }, now);
  return fields;
}

describe('the rate-limit headers', () => {
  it('say limit, remaining and reset, in both notations', () => {
    expect(written(60_000, 1_700_000_000_000)).toEqual({
      'X-RateLimit-Limit': '600',
      'X-RateLimit-Remaining': '599',
      'X-RateLimit-Reset': '1700000060',
      'RateLimit-Policy': '"standard";q=600;w=60',
      RateLimit: '"standard";r=599;t=60',
    });
  });

  it('round the reset up, so that a client that waits until then finds a slot', () => {
    expect(written(1, 1_700_000_000_000)['X-RateLimit-Reset']).toBe('1700000001');
    expect(written(400, 1_700_000_000_700)['X-RateLimit-Reset']).toBe('1700000002');
    expect(written(300, 1_700_000_000_700)['X-RateLimit-Reset']).toBe('1700000001');
  });

  it.each([
    [0.2, '1'],
    [1000, '1'],
    [1001, '2'],
    [59_999, '60'],
  ])('ask for a wait of whole seconds, at least one: %d ms', (resetMs, seconds) => {
    expect(rateLimited({ admitted: false, limit: 1, remaining: 0, resetMs }).headers).toEqual({
      'Retry-After': seconds,
    });
  });
});
