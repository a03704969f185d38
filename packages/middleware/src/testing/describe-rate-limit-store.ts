import type { RateLimitPolicy } from '@contract-kit/http-spec';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RateLimitStore } from '../rate-limit/rate-limit-store.ts';
import { falseDenials, type Observation, overAdmissions } from './rolling-window-rule.ts';

/** A store under test, with its time. */
export interface RateLimitStoreSubject {
  readonly store: RateLimitStore;
  /** Milliseconds of the store's clock, or of one that runs at the same speed. */
  now(): number;
  /** Lets time pass: moves a fake clock, or waits. */
  advance(ms: number): void | Promise<void>;
  close?(): Promise<void>;
}

const hourMs = 3_600_000;

/** The conformance suite of rate-limit stores: exact rolling windows, counted per subject and policy. */
export function describeRateLimitStore(name: string, open: () => Promise<RateLimitStoreSubject>): void {
  describe(`${name} as a rate-limit store`, () => {
    let subject: RateLimitStoreSubject;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close?.());

    const policyOf = (policyName: string, limit: number, windowMs = hourMs): RateLimitPolicy => ({
      name: policyName,
      limit,
      windowMs,
    });
    const takeTimes = async (times: number, who: string, policy: RateLimitPolicy) => {
      const decisions = [];
      for (let count = 0; count < times; count += 1) decisions.push(await subject.store.take(who, policy));
      return decisions;
    };

    test('admits up to the limit and counts down what remains', async () => {
      const decisions = await takeTimes(4, 'ada', policyOf('counts-down', 3));
      expect(decisions.map(({ admitted, limit, remaining }) => ({ admitted, limit, remaining }))).toEqual([
        { admitted: true, limit: 3, remaining: 2 },
        { admitted: true, limit: 3, remaining: 1 },
        { admitted: true, limit: 3, remaining: 0 },
        { admitted: false, limit: 3, remaining: 0 },
      ]);
    });

    test('returns when the oldest counted request leaves the window', async () => {
      const policy = policyOf('reset', 2);
      const first = await subject.store.take('ada', policy);
      expect(first.resetMs).toBeCloseTo(hourMs, 3);
      await subject.advance(100);
      const [second, denied] = await takeTimes(2, 'ada', policy);
      expect(second?.resetMs).toBeLessThanOrEqual(hourMs - 99);
      expect(denied?.admitted).toBe(false);
      expect(denied?.resetMs).toBeLessThanOrEqual(hourMs - 99);
      expect(denied?.resetMs).toBeGreaterThan(0);
    });

    test('frees the slots of requests that are a window old', async () => {
      const policy = policyOf('frees', 3, 250);
      await takeTimes(3, 'ada', policy);
      await subject.advance(251);
      expect(await subject.store.take('ada', policy)).toMatchObject({ admitted: true, remaining: 2 });
    });

    test('does not count a denied request', async () => {
      const policy = policyOf('denied', 1, 300);
      let freeAt = 0;
      const take = async () => {
        const { admitted, resetMs } = await subject.store.take('ada', policy);
        if (admitted) freeAt = subject.now() + resetMs;
        return admitted;
      };
      await take();
      await subject.advance(150);
      for (let count = 0; count < 5; count += 1) await take();
      await subject.advance(Math.max(0, freeAt + 1 - subject.now()));
      expect(await take()).toBe(true);
    });

    test('counts subjects and policies separately', async () => {
      await takeTimes(2, 'ada', policyOf('apart', 1));
      expect((await subject.store.take('bob', policyOf('apart', 1))).admitted).toBe(true);
      expect((await subject.store.take('ada', policyOf('apart-too', 1))).admitted).toBe(true);
    });

    test('follows a limit that is lowered or raised while requests are counted', async () => {
      await takeTimes(3, 'ada', policyOf('moving', 5));
      expect(await subject.store.take('ada', policyOf('moving', 2))).toMatchObject({ admitted: false, remaining: 0 });
      expect(await subject.store.take('ada', policyOf('moving', 5))).toMatchObject({ admitted: true, remaining: 1 });
    });

    test('admits exactly the limit of requests that arrive together', async () => {
      const policy = policyOf('together', 10);
      const decisions = await Promise.all(Array.from({ length: 40 }, () => subject.store.take('ada', policy)));
      expect(decisions.filter(({ admitted }) => admitted)).toHaveLength(10);
    });

    const takeAll = async (who: string, policies: readonly RateLimitPolicy[]) => {
      const decisions = await subject.store.takeAll(who, policies);
      return decisions.map(({ admitted, remaining }) => [admitted, remaining]);
    };

    test('admits a request under several policies when each of them admits it', async () => {
      const [burst, daily] = [policyOf('several-burst', 2), policyOf('several-daily', 5, 2 * hourMs)];
      expect(await takeAll('ada', [burst, daily])).toEqual([
        [true, 1],
        [true, 4],
      ]);
      const [first, second] = await subject.store.takeAll('ada', [daily, burst]);
      expect(first).toMatchObject({ limit: 5, remaining: 3 });
      expect(second).toMatchObject({ limit: 2, remaining: 0 });
      expect(first?.resetMs).toBeGreaterThan(hourMs);
      expect(second?.resetMs).toBeLessThanOrEqual(hourMs);
    });

    test('counts a request that one of several policies denies under none of them', async () => {
      const [full, free] = [policyOf('none-full', 1), policyOf('none-free', 5)];
      await subject.store.take('ada', full);
      for (let count = 0; count < 3; count += 1) {
        expect(await takeAll('ada', [free, full])).toEqual([
          [true, 5],
          [false, 0],
        ]);
      }
      expect(await subject.store.take('ada', free)).toMatchObject({ admitted: true, remaining: 4 });
    });

    test('returns for each of several policies how long it denies', async () => {
      const [long, short, free] = [policyOf('long', 1), policyOf('short', 1, hourMs / 2), policyOf('free', 1)];
      await subject.store.takeAll('ada', [long, short]);
      const [byLong, byShort, byFree] = await subject.store.takeAll('ada', [long, short, free]);
      expect([byLong?.admitted, byShort?.admitted, byFree?.admitted]).toEqual([false, false, true]);
      expect(byLong?.resetMs).toBeGreaterThan(hourMs / 2);
      expect(byShort?.resetMs).toBeLessThanOrEqual(hourMs / 2);
      expect(byFree?.resetMs).toBe(0);
    });

    test('shares the count of a policy between requests under it alone and under several', async () => {
      const [one, other] = [policyOf('shared', 3), policyOf('shared-too', 9)];
      await takeTimes(1, 'ada', one);
      await takeAll('ada', [other, one]);
      await takeTimes(1, 'ada', one);
      expect(await takeAll('ada', [one, other])).toEqual([
        [false, 0],
        [true, 8],
      ]);
    });

    test('admits as many requests as the narrowest of several policies does when all arrive together', async () => {
      const policies = [policyOf('crowd-a', 12), policyOf('crowd-b', 7), policyOf('crowd-c', 30)];
      const [a, b, c] = policies as [RateLimitPolicy, RateLimitPolicy, RateLimitPolicy];
      const orders = [policies, [b, a], [c, b, a], [b, c]];
      const crowd = Array.from({ length: 40 }, (_, index) =>
        subject.store.takeAll('ada', orders[index % 4] ?? policies),
      );
      const alone = Array.from({ length: 10 }, async () => [await subject.store.take('ada', b)]);
      const all = await Promise.all([...crowd, ...alone]);
      expect(all.filter((decisions) => decisions.every(({ admitted }) => admitted))).toHaveLength(7);
      expect(await subject.store.take('ada', b)).toMatchObject({ admitted: false });
    });

    const observe = async (policy: RateLimitPolicy, observations: Observation[]) => {
      const from = subject.now();
      const { admitted } = await subject.store.take('ada', policy);
      observations.push({ admitted, from, until: subject.now() });
    };
    const expectExact = (observations: readonly Observation[], policy: RateLimitPolicy) => {
      expect(overAdmissions(observations, policy)).toEqual([]);
      expect(falseDenials(observations, policy)).toEqual([]);
      expect(new Set(observations.map(({ admitted }) => admitted)).size).toBe(2);
    };

    test('stays exact under bursts around the edges of the window', async () => {
      const policy = policyOf('bursts', 20, 200);
      const observations: Observation[] = [];
      for (const pauseMs of [0, 190, 5, 5, 60, 130, 9, 1, 195, 10, 100, 100, 3, 197, 40]) {
        await subject.advance(pauseMs);
        await Promise.all(Array.from({ length: 12 }, () => observe(policy, observations)));
      }
      expectExact(observations, policy);
    });

    test('stays exact under several policies at once', async () => {
      const [narrow, wide] = [policyOf('narrow', 6, 100), policyOf('wide', 20, 400)];
      const joint: { readonly [name: string]: Observation[] } = { narrow: [], wide: [] };
      let admissions = 0;
      for (const pauseMs of [0, 95, 10, 50, 101, 3, 97, 110, 40, 200, 105, 99]) {
        await subject.advance(pauseMs);
        const burst = Array.from({ length: 10 }, async () => {
          const from = subject.now();
          const decisions = await subject.store.takeAll('ada', [narrow, wide]);
          const admitted = decisions.every((decision) => decision.admitted);
          if (admitted) admissions += 1;
          for (const list of Object.values(joint)) list.push({ admitted, from, until: subject.now() });
        });
        await Promise.all(burst);
      }
      expect(overAdmissions(joint.narrow ?? [], narrow)).toEqual([]);
      expect(overAdmissions(joint.wide ?? [], wide)).toEqual([]);
      expect(admissions).toBeGreaterThan(wide.limit);
    });

    test('stays exact under continuous requests', async () => {
      const policy = policyOf('steady', 20, 200);
      const observations: Observation[] = [];
      const end = subject.now() + 3.5 * policy.windowMs;
      const keepTaking = async () => {
        while (subject.now() < end) {
          await observe(policy, observations);
          await subject.advance(1);
        }
      };
      await Promise.all([keepTaking(), keepTaking(), keepTaking()]);
      expectExact(observations, policy);
    });
  });
}
