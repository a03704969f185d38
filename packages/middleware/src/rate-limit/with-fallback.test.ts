import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createMemoryRateLimitStore } from './memory-rate-limit-store.ts';
import type { RateLimitStore } from './rate-limit-store.ts';
import { withFallback } from './with-fallback.ts';

const policy = { name: 'p', limit: 2, windowMs: 60_000 };
const decision = { admitted: true, limit: 2, remaining: 1, resetMs: 5 };

/** A store that can be broken, with what was reported of it. */
function setUp() {
  const clock = createFakeClock();
  const seen = { asked: 0, reports: [] as unknown[] };
  let failure: (() => never) | null = null;
  const store: RateLimitStore = {
    async take() {
      seen.asked += 1;
      failure?.();
      return decision;
    },
  };
  const limited = withFallback(store, createMemoryRateLimitStore({ clock }), {
    onError: (error) => seen.reports.push(error),
    onRecovery: () => seen.reports.push('recovered'),
    clock,
  });
  const breakIt = () => {
    failure = () => {
      throw new Error('down');
    };
  };
  const mendIt = () => {
    failure = null;
  };
  return { clock, seen, limited, breakIt, mendIt };
}

describe('a rate limit with a fallback', () => {
  it('takes the decision of the store while it works', async () => {
    const { limited, seen } = setUp();
    for (let count = 0; count < 5; count += 1) expect(await limited.take('a', policy)).toBe(decision);
    expect(seen.reports).toEqual([]);
  });

  it('still limits when the store fails', async () => {
    const { limited, breakIt } = setUp();
    breakIt();
    const admitted = [];
    for (let count = 0; count < 3; count += 1) admitted.push((await limited.take('a', policy)).admitted);
    expect(admitted).toEqual([true, true, false]);
  });

  it('still limits when the store throws instead of rejecting', async () => {
    const broken: RateLimitStore = {
      take: () => {
        throw new Error('down');
      },
    };
    const limited = withFallback(broken, createMemoryRateLimitStore(), { onError: () => undefined });
    expect(await limited.take('a', policy)).toMatchObject({ admitted: true, remaining: 1 });
  });

  it('counts on from what this process had admitted before', async () => {
    const { limited, breakIt } = setUp();
    await limited.take('a', policy);
    breakIt();
    expect(await limited.take('a', policy)).toMatchObject({ admitted: true, remaining: 0 });
    expect((await limited.take('a', policy)).admitted).toBe(false);
  });

  it('reports a failure once, and the recovery', async () => {
    const { limited, seen, clock, breakIt, mendIt } = setUp();
    breakIt();
    await Promise.all([limited.take('a', policy), limited.take('b', policy)]);
    clock.advance(1000);
    await limited.take('a', policy);
    mendIt();
    clock.advance(1000);
    await limited.take('a', policy);
    await limited.take('a', policy);
    expect(seen.reports).toEqual([new Error('down'), 'recovered']);
  });

  it('lets one request in a second ask a store that fails', async () => {
    const { limited, seen, clock, breakIt } = setUp();
    breakIt();
    await limited.take('a', policy);
    for (let count = 0; count < 10; count += 1) await limited.take('a', policy);
    expect(seen.asked).toBe(1);
    clock.advance(1000);
    await Promise.all([limited.take('a', policy), limited.take('a', policy), limited.take('a', policy)]);
    expect(seen.asked).toBe(2);
  });
});
