import { describe, expect, it } from 'vitest';
import { ConcurrencyLimit, type ConcurrencyLimitOptions, type ExhaustedBound, LimitReachedError } from './index.ts';

class Refused extends Error {
  readonly exhausted: ExhaustedBound;

  constructor(exhausted: ExhaustedBound) {
    super();
    this.exhausted = exhausted;
  }
}

const refuse = (exhausted: ExhaustedBound) => new Refused(exhausted);

/** Starts work that ends on demand. */
function open(options: ConcurrencyLimitOptions) {
  const limit = new ConcurrencyLimit(options);
  const begun: string[] = [];
  return {
    limit,
    /** Names of the work that runs or has run, in the order it began. */
    begun,
    start(key?: string, name = key ?? 'work', signal?: AbortSignal) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const work = () => {
        begun.push(name);
        return promise;
      };
      return { ended: limit.run(work, { key, signal, refuse }), resolve, reject };
    },
    refusalOf: (key?: string): Promise<ExhaustedBound | null> =>
      limit.run(async () => null, { key, refuse }).catch((error: Refused) => error.exhausted),
  };
}

describe('a concurrency limit', () => {
  it('runs as much work at the same time as allowed, and the rest in the order of arrival', async () => {
    const { limit } = open({ total: 2, waiting: { total: 10, maxWaitMs: 60_000 } });
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

  it('refuses work of a key that uses all its slots, and runs that of other keys', async () => {
    const { start, refusalOf } = open({ perKey: 2, total: 4 });
    const first = start('acme');
    start('acme');
    expect(await refusalOf('acme')).toEqual({ bound: 'perKey', capacity: 2 });
    expect(await refusalOf('globex')).toBeNull();
    first.resolve('done');
    expect(await first.ended).toBe('done');
    expect(await refusalOf('acme')).toBeNull();
  });

  it('refuses work of every key, and work without one, while all slots are taken', async () => {
    const { start, refusalOf } = open({ perKey: 1, total: 2 });
    const first = start('acme');
    start('globex');
    expect(await refusalOf('initech')).toEqual({ bound: 'total', capacity: 2 });
    expect(await refusalOf()).toEqual({ bound: 'total', capacity: 2 });
    first.resolve('done');
    await first.ended;
    expect(await refusalOf('initech')).toBeNull();
  });

  it('bounds work without a key in total only', async () => {
    const { start, refusalOf } = open({ perKey: 1, total: 2 });
    start();
    start();
    expect(await refusalOf()).toEqual({ bound: 'total', capacity: 2 });
  });

  it('refuses with an error that names the limit unless it is given another', async () => {
    const { limit, start } = open({ total: 1 });
    start();
    const refused = limit.run(async () => 'refused');
    await expect(refused).rejects.toThrow(LimitReachedError);
    await expect(refused).rejects.toMatchObject({ limit, exhausted: { bound: 'total', capacity: 1 } });
  });

  it('frees the slot of work that fails', async () => {
    const { start, refusalOf } = open({ perKey: 1, total: 1 });
    const failing = start('acme');
    failing.reject(new Error('broken'));
    await expect(failing.ended).rejects.toThrow('broken');
    expect(await refusalOf('acme')).toBeNull();
  });

  it('frees the slot of work that throws before it returns a promise', async () => {
    const { limit } = open({ total: 1 });
    const broken = () => {
      throw new Error('broken');
    };
    await expect(limit.run(broken)).rejects.toThrow('broken');
    await expect(limit.run(broken)).rejects.toThrow('broken');
  });

  it('does not run work that it refuses', async () => {
    const { start, begun } = open({ total: 1 });
    const first = start('first');
    await expect(start('second').ended).rejects.toThrow(Refused);
    first.resolve('done');
    await first.ended;
    expect(begun).toEqual(['first']);
  });

  it('lets nested work run immediately, but not work left behind by running work', async () => {
    const { limit, start } = open({ total: 1, perKey: 1 });
    const ended = Promise.withResolvers<void>();
    let late: Promise<unknown> | undefined;
    const inner = await limit.run(
      async () => {
        late = ended.promise.then(() => limit.run(async () => 'ran', { key: 'acme' }));
        return limit.run(async () => 'within', { key: 'acme' });
      },
      { key: 'acme' },
    );
    expect(inner).toBe('within');
    const other = start('acme');
    ended.resolve();
    await expect(late).rejects.toThrow(LimitReachedError);
    other.resolve('done');
    await other.ended;
  });

  describe('with a queue', () => {
    const waiting = { perKey: 2, total: 3, maxWaitMs: 60_000 };

    it('admits waiting work in order, skipping keys without a free slot', async () => {
      const { start, begun } = open({ perKey: 1, total: 2, waiting });
      const [acme, globex] = [start('acme'), start('globex')];
      const [second, third] = [start('acme', 'acme 2'), start('acme', 'acme 3')];
      const last = start('globex', 'globex 2');
      globex.resolve('done');
      await globex.ended;
      await expect.poll(() => begun).toEqual(['acme', 'globex', 'globex 2']);
      for (const { resolve } of [acme, second, third, last]) resolve('done');
      await Promise.all([acme, second, third, last].map(({ ended }) => ended));
      expect(begun).toEqual(['acme', 'globex', 'globex 2', 'acme 2', 'acme 3']);
    });

    it('refuses work when the queue is full, for one key or in total', async () => {
      const { start, refusalOf } = open({ perKey: 1, total: 1, waiting });
      const admitted = [start('acme'), start('acme'), start('acme')];
      expect(await refusalOf('acme')).toEqual({ bound: 'perKey', capacity: 1 });
      admitted.push(start('globex'));
      expect(await refusalOf('initech')).toEqual({ bound: 'total', capacity: 1 });
      for (const { resolve } of admitted) resolve('done');
      await Promise.all(admitted.map(({ ended }) => ended));
    });

    it('refuses work that has waited too long, and gives its place to others', async () => {
      const { start, begun } = open({ perKey: 1, total: 1, waiting: { total: 1, maxWaitMs: 1 } });
      const first = start('acme');
      await expect(start('acme').ended).rejects.toMatchObject({ exhausted: { bound: 'perKey' } });
      await expect(start('globex').ended).rejects.toMatchObject({ exhausted: { bound: 'total' } });
      first.resolve('done');
      await first.ended;
      expect(begun).toEqual(['acme']);
    });

    it('drops waiting work when its signal aborts', async () => {
      const { start, begun } = open({ perKey: 1, total: 1, waiting });
      const first = start('acme');
      const gone = new AbortController();
      const abandoned = start('acme', 'gone', gone.signal);
      const last = start('acme', 'last');
      gone.abort(new Error('the client left'));
      await expect(abandoned.ended).rejects.toThrow('the client left');
      await expect(start('acme', 'late', gone.signal).ended).rejects.toThrow('the client left');
      first.resolve('done');
      last.resolve('done');
      await last.ended;
      expect(begun).toEqual(['acme', 'last']);
    });

    it('lets nothing wait with a queue of size zero', async () => {
      const { start, refusalOf } = open({ total: 1, waiting: { total: 0, maxWaitMs: 60_000 } });
      start();
      expect(await refusalOf()).toEqual({ bound: 'total', capacity: 1 });
    });
  });

  it.each([
    { perKey: 0, total: 1 },
    { perKey: 2, total: 1 },
    { perKey: 1.5, total: 2 },
    { perKey: 1, total: Number.NaN },
  ])('cannot be made with $perKey slots for each key of $total in total', (bounds) => {
    expect(() => new ConcurrencyLimit(bounds)).toThrow(RangeError);
  });

  it.each([
    { perKey: -1, total: 1, maxWaitMs: 1 },
    { perKey: 2, total: 1, maxWaitMs: 1 },
    { total: 0.5, maxWaitMs: 1 },
    { total: 1, maxWaitMs: Number.NaN },
  ])('cannot be made with a queue of %o', (waiting) => {
    expect(() => new ConcurrencyLimit({ total: 1, waiting })).toThrow(RangeError);
  });
});
