import { describe, expect, it } from 'vitest';
import { createMemoryRateLimitStore } from './memory-rate-limit-store.ts';
import type { RateLimitStore } from './rate-limit-store.ts';
import { withFallback } from './with-fallback.ts';

const policy = { name: 'p', limit: 2, windowMs: 60_000 };

describe('a rate limit with a fallback', () => {
  it('takes the decision of the store while it works', async () => {
    const decision = { admitted: true, limit: 2, remaining: 1, resetMs: 5 };
    const store = withFallback({ take: async () => decision }, createMemoryRateLimitStore(), () => {
      throw new Error('the store works');
    });
    expect(await store.take('a', policy)).toBe(decision);
  });

  it.each<[string, RateLimitStore]>([
    ['rejects', { take: () => Promise.reject(new Error('down')) }],
    [
      'throws',
      {
        take: () => {
          throw new Error('down');
        },
      },
    ],
  ])('still limits when the store %s, and reports it', async (_, broken) => {
    const errors: unknown[] = [];
    const store = withFallback(broken, createMemoryRateLimitStore(), (error) => errors.push(error));
    expect((await store.take('a', policy)).admitted).toBe(true);
    expect((await store.take('a', policy)).admitted).toBe(true);
    expect((await store.take('a', policy)).admitted).toBe(false);
    expect(errors).toEqual([new Error('down'), new Error('down'), new Error('down')]);
  });
});
