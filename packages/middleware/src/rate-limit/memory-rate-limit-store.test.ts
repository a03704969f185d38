import type { RateLimitPolicy } from '@contract-kit/http-spec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createMemoryRateLimitStore } from './memory-rate-limit-store.ts';

const policy: RateLimitPolicy = { name: 'standard', limit: 3, windowMs: 1000 };

function setUp() {
  const clock = createFakeClock();
  return { clock, store: createMemoryRateLimitStore({ clock }) };
}

/** The rule itself, as slow and plain as it can be said. */
function createModel({ limit, windowMs }: RateLimitPolicy) {
  const admitted: number[] = [];
  return (now: number) => {
    const inWindow = admitted.filter((time) => now - time < windowMs);
    const admit = inWindow.length < limit;
    if (admit) {
      admitted.push(now);
      inWindow.push(now);
    }
    return {
      admitted: admit,
      limit,
      remaining: limit - inWindow.length,
      resetMs: (inWindow[0] as number) + windowMs - now,
    };
  };
}

const policies = fc.record({
  name: fc.constant('p'),
  limit: fc.integer({ min: 1, max: 40 }),
  windowMs: fc.integer({ min: 1, max: 2000 }),
});
/** Bursts, pauses, and steps that hit the edge of a window exactly. */
const steps = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 3000 })), {
  minLength: 50,
  maxLength: 300,
});

describe('the rate limit in memory', () => {
  it('decides like the plain rule', () => {
    fc.assert(
      fc.property(policies, steps, fc.infiniteStream(fc.constantFrom('a', 'b', 'c')), (policy, steps, subjects) => {
        const { clock, store } = setUp();
        const models = { a: createModel(policy), b: createModel(policy), c: createModel(policy) };
        for (const step of steps) {
          clock.advance(step);
          const subject = subjects.next().value as keyof typeof models;
          expect(store.take(subject, policy)).toEqual(models[subject](clock.monotonicMs()));
        }
      }),
    );
  });

  it('never admits more than the limit in any window', () => {
    fc.assert(
      fc.property(policies, steps, (policy, steps) => {
        const { clock, store } = setUp();
        const times: number[] = [];
        for (const step of steps) {
          clock.advance(step);
          if (store.take('a', policy).admitted) times.push(clock.monotonicMs());
        }
        for (const start of times) {
          const inSpan = times.filter((time) => time >= start && time < start + policy.windowMs);
          expect(inSpan.length).toBeLessThanOrEqual(policy.limit);
        }
      }),
    );
  });

  it('admits no second burst at the border of a fixed window', () => {
    const { clock, store } = setUp();
    clock.advance(990);
    for (let n = 0; n < 3; n += 1) expect(store.take('a', policy).admitted).toBe(true);
    clock.advance(20);
    expect(store.take('a', policy).admitted).toBe(false);
    clock.advance(979);
    expect(store.take('a', policy).admitted).toBe(false);
    clock.advance(1);
    expect(store.take('a', policy)).toEqual({ admitted: true, limit: 3, remaining: 2, resetMs: 1000 });
  });

  it('does not count denied requests', () => {
    const { clock, store } = setUp();
    for (let n = 0; n < 3; n += 1) store.take('a', policy);
    clock.advance(500);
    for (let n = 0; n < 100; n += 1) expect(store.take('a', policy).admitted).toBe(false);
    clock.advance(500);
    expect(store.take('a', policy)).toMatchObject({ admitted: true, remaining: 2 });
  });

  it('reports when the next slot becomes free', () => {
    const { clock, store } = setUp();
    store.take('a', policy);
    clock.advance(400);
    expect(store.take('a', policy)).toMatchObject({ remaining: 1, resetMs: 600 });
  });

  it('decides as if a request that released its slot had not come', () => {
    fc.assert(
      fc.property(policies, steps, fc.infiniteStream(fc.boolean()), (policy, steps, released) => {
        const { clock, store } = setUp();
        const { clock: otherClock, store: others } = setUp();
        let outstanding: { release(): void }[] = [];
        for (const step of steps) {
          clock.advance(step);
          otherClock.advance(step);
          if (released.next().value === true) outstanding.push(store.reserve('a', policy));
          else {
            // Given back in any order, and after others were admitted.
            for (const { release } of outstanding.reverse()) release();
            outstanding = [];
            expect(store.take('a', policy)).toEqual(others.take('a', policy));
          }
        }
      }),
    );
  });

  it('counts subjects and policies separately', () => {
    const { store } = setUp();
    for (let n = 0; n < 3; n += 1) store.take('a', policy);
    expect(store.take('a', policy).admitted).toBe(false);
    expect(store.take('b', policy).admitted).toBe(true);
    expect(store.take('a', { ...policy, name: 'other' }).admitted).toBe(true);
  });

  it('keeps counting a subject across the turns of its generations', () => {
    const { clock, store } = setUp();
    for (let n = 0; n < 2; n += 1) store.take('a', policy);
    for (let round = 0; round < 50; round += 1) {
      clock.advance(600);
      expect(store.take('a', policy)).toMatchObject({ admitted: true, remaining: round === 0 ? 0 : 1 });
    }
  });

  it('works up to the real limit of 600 per minute', () => {
    const { clock, store } = setUp();
    const real = { name: 'standard', limit: 600, windowMs: 60_000 };
    for (let n = 0; n < 600; n += 1) {
      clock.advance(10);
      expect(store.take('a', real)).toMatchObject({ admitted: true, remaining: 599 - n });
    }
    expect(store.take('a', real)).toMatchObject({ admitted: false, remaining: 0, resetMs: 54_010 });
  });
});
