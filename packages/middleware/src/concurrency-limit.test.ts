import { describe, expect, it } from 'vitest';
import { ConcurrencyLimit, type ConcurrencyLimitOptions, LimitReachedError } from './concurrency-limit.ts';

const open = (options: Partial<ConcurrencyLimitOptions> = {}) =>
  new ConcurrencyLimit({ maxRunning: 1, maxWaiting: 10, maxWaitMs: 60_000, ...options });

/** Work that runs until it is told to end. */
function occupy(limit: ConcurrencyLimit) {
  const end = Promise.withResolvers<void>();
  return { ended: limit.run(() => end.promise), end: () => end.resolve() };
}

describe('a concurrency limit', () => {
  it('runs as much work at once as it may, and the rest in the order of its arrival', async () => {
    const limit = open({ maxRunning: 2 });
    const order: number[] = [];
    let running = 0;
    let most = 0;
    const work = (index: number) =>
      limit.run(async () => {
        order.push(index);
        running += 1;
        most = Math.max(most, running);
        await new Promise(setImmediate);
        running -= 1;
      });
    await Promise.all([0, 1, 2, 3, 4, 5].map(work));
    expect([order, most]).toEqual([[0, 1, 2, 3, 4, 5], 2]);
  });

  it('gives the place on when the work before it fails', async () => {
    const limit = open();
    const failing = limit.run(() => Promise.reject(new Error('failed')));
    const next = limit.run(async () => 'ran');
    await expect(failing).rejects.toThrow('failed');
    expect(await next).toBe('ran');
  });

  it('refuses work at once when too much is waiting', async () => {
    const limit = open({ maxWaiting: 1 });
    const first = occupy(limit);
    const second = limit.run(async () => 'ran');
    await expect(limit.run(async () => 'refused')).rejects.toThrow(LimitReachedError);
    first.end();
    expect(await second).toBe('ran');
  });

  it('refuses work whose turn does not come in time, and counts it no longer', async () => {
    const limit = open({ maxWaiting: 1, maxWaitMs: 1 });
    const first = occupy(limit);
    await expect(limit.run(async () => 'refused')).rejects.toThrow(LimitReachedError);
    await expect(limit.run(async () => 'refused')).rejects.toThrow('No turn came within 1 ms.');
    first.end();
    await first.ended;
    expect(await limit.run(async () => 'ran')).toBe('ran');
  });

  it('passes over work that gave up its place', async () => {
    const limit = open();
    const first = occupy(limit);
    const leaving = new AbortController();
    const abandoned = limit.run(async () => 'abandoned', leaving.signal);
    const next = limit.run(async () => 'ran');
    leaving.abort(new Error('the client left'));
    await expect(abandoned).rejects.toThrow('the client left');
    await expect(limit.run(async () => 'too late', leaving.signal)).rejects.toThrow('the client left');
    first.end();
    expect(await next).toBe('ran');
  });

  it('lets work within running work run at once, but not what running work leaves behind', async () => {
    const limit = open({ maxWaiting: 0 });
    const ended = Promise.withResolvers<void>();
    let late: Promise<unknown> | undefined;
    const inner = await limit.run(async () => {
      late = ended.promise.then(() => limit.run(async () => 'ran'));
      return limit.run(async () => 'within');
    });
    expect(inner).toBe('within');
    const other = occupy(limit);
    ended.resolve();
    await expect(late).rejects.toThrow(LimitReachedError);
    other.end();
  });

  it('refuses bounds that let nothing run', () => {
    expect(() => open({ maxRunning: 0 })).toThrow(RangeError);
    expect(() => open({ maxWaitMs: Number.NaN })).toThrow(RangeError);
  });
});
