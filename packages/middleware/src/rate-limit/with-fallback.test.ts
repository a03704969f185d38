import type { RateDecision } from '@contract-kit/http-spec';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createMemoryRateLimitStore } from './memory-rate-limit-store.ts';
import type { RateLimitStore } from './rate-limit-store.ts';
import { withFallback } from './with-fallback.ts';

const policy = { name: 'p', limit: 2, windowMs: 60_000 };
const decision: RateDecision = { admitted: true, limit: 2, remaining: 0, resetMs: 5 };

/** A store that can be broken, with what was reported of it. */
function setUp() {
  const clock = createFakeClock();
  const seen = { asked: 0, reports: [] as unknown[] };
  let failure: (() => never) | null = null;
  let reply = decision;
  const store: RateLimitStore = {
    async take() {
      seen.asked += 1;
      failure?.();
      return reply;
    },
    async takeAll(_, policies) {
      seen.asked += 1;
      failure?.();
      return policies.map((_, index) => (index === 0 ? reply : decision));
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
  const replyWith = (next: RateDecision) => {
    reply = next;
  };
  return { clock, seen, limited, breakIt, mendIt, replyWith };
}

describe('a rate limit with a fallback', () => {
  it('takes the decision of the store while it works', async () => {
    const { limited, seen, replyWith } = setUp();
    for (let count = 0; count < 2; count += 1) expect(await limited.take('a', policy)).toBe(decision);
    const denied = { ...decision, admitted: false };
    replyWith(denied);
    expect(await limited.take('b', policy)).toBe(denied);
    expect(seen.reports).toEqual([]);
  });

  it('does not admit more than the limit when the store loses its counts', async () => {
    const { limited, seen, clock, breakIt, mendIt } = setUp();
    for (let count = 0; count < 2; count += 1) expect((await limited.take('a', policy)).admitted).toBe(true);
    breakIt();
    expect((await limited.take('a', policy)).admitted).toBe(false);
    mendIt();
    clock.advance(1000);
    expect(await limited.take('a', policy)).toEqual({ admitted: false, limit: 2, remaining: 0, resetMs: 59_000 });
    // Its own window is full: there is nothing to ask.
    expect(seen.asked).toBe(2);
    clock.advance(59_000);
    expect((await limited.take('a', policy)).admitted).toBe(true);
  });

  it('reports what remains in its own window if that is less', async () => {
    const { limited, replyWith } = setUp();
    await limited.take('a', { ...policy, limit: 10 });
    replyWith({ admitted: true, limit: 10, remaining: 9, resetMs: 60_000 });
    expect(await limited.take('a', { ...policy, limit: 10 })).toMatchObject({ admitted: true, remaining: 8 });
  });

  it('does not count in its own window what the store denies', async () => {
    const { limited, breakIt, replyWith } = setUp();
    replyWith({ ...decision, admitted: false });
    for (let count = 0; count < 5; count += 1) expect((await limited.take('a', policy)).admitted).toBe(false);
    breakIt();
    expect(await limited.take('a', policy)).toMatchObject({ admitted: true, remaining: 1 });
  });

  it('admits no more than the limit of requests waiting for the store at the same time', async () => {
    const { limited } = setUp();
    const decisions = await Promise.all(Array.from({ length: 10 }, () => limited.take('a', policy)));
    expect(decisions.filter(({ admitted }) => admitted)).toHaveLength(2);
  });

  it('still limits when the store fails', async () => {
    const { limited, breakIt } = setUp();
    breakIt();
    const admitted = [];
    for (let count = 0; count < 3; count += 1) admitted.push((await limited.take('a', policy)).admitted);
    expect(admitted).toEqual([true, true, false]);
  });

  it('still limits when the store throws instead of rejecting', async () => {
    const fail = () => {
      throw new Error('down');
    };
    const broken: RateLimitStore = { take: fail, takeAll: fail };
    const limited = withFallback(broken, createMemoryRateLimitStore(), { onError: () => undefined });
    expect(await limited.take('a', policy)).toMatchObject({ admitted: true, remaining: 1 });
    expect(await limited.takeAll('b', [policy])).toMatchObject([{ admitted: true, remaining: 1 }]);
  });

  it('continues from what this process had admitted before', async () => {
    const { limited, breakIt } = setUp();
    await limited.take('a', policy);
    breakIt();
    expect(await limited.take('a', policy)).toMatchObject({ admitted: true, remaining: 0 });
    expect((await limited.take('a', policy)).admitted).toBe(false);
  });

  it('reports a failure once, and the recovery', async () => {
    const { limited, seen, clock, breakIt, mendIt } = setUp();
    const wide = { ...policy, limit: 100 };
    breakIt();
    await Promise.all([limited.take('a', wide), limited.take('b', wide)]);
    clock.advance(1000);
    await limited.take('a', wide);
    mendIt();
    clock.advance(1000);
    await limited.take('a', wide);
    await limited.take('a', wide);
    expect(seen.reports).toEqual([new Error('down'), 'recovered']);
  });

  it('lets one request per second try a failing store', async () => {
    const { limited, seen, clock, breakIt } = setUp();
    const wide = { ...policy, limit: 100 };
    breakIt();
    await limited.take('a', wide);
    for (let count = 0; count < 10; count += 1) await limited.take('a', wide);
    expect(seen.asked).toBe(1);
    clock.advance(1000);
    await Promise.all([limited.take('a', wide), limited.take('a', wide), limited.take('a', wide)]);
    expect(seen.asked).toBe(2);
  });

  describe('under several policies', () => {
    const wide = { name: 'wide', limit: 9, windowMs: 60_000 };

    it('counts in none of its own windows what one policy of the store denies', async () => {
      const { limited, breakIt, replyWith } = setUp();
      const denied = { ...decision, admitted: false };
      replyWith(denied);
      expect(await limited.takeAll('a', [policy, wide])).toEqual([denied, decision]);
      breakIt();
      expect(await limited.takeAll('a', [policy, wide])).toMatchObject([{ remaining: 1 }, { remaining: 8 }]);
    });

    it('decides by its own windows when the store fails or one of them is full', async () => {
      const { limited, seen, breakIt } = setUp();
      breakIt();
      for (let count = 0; count < 2; count += 1) await limited.takeAll('a', [policy, wide]);
      expect(await limited.takeAll('a', [policy, wide])).toMatchObject([
        { admitted: false, remaining: 0 },
        { admitted: true, remaining: 7 },
      ]);
      expect(seen).toMatchObject({ asked: 1, reports: [new Error('down')] });
    });

    it('reports for each policy what remains in its own window if that is less', async () => {
      const { limited, replyWith } = setUp();
      replyWith({ admitted: true, limit: 2, remaining: 2, resetMs: 1 });
      expect(await limited.takeAll('a', [policy, wide])).toMatchObject([{ remaining: 1 }, { remaining: 0 }]);
    });
  });
});
