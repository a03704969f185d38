import { describe, expect, it } from 'vitest';
import {
  type ConcurrencyCapacity,
  ConcurrencyLimit,
  type ExhaustedCapacity,
  type WaitingRoom,
} from './concurrency-limit.ts';

class Refused extends Error {
  readonly exhausted: ExhaustedCapacity;

  constructor(exhausted: ExhaustedCapacity) {
    super();
    this.exhausted = exhausted;
  }
}

/** Starts work that ends when it is told to. */
function createFixture(capacity: ConcurrencyCapacity, room?: WaitingRoom) {
  const limit = new ConcurrencyLimit(capacity, room);
  const begun: string[] = [];
  return {
    /** Names of the work that runs or has run, in the order it began. */
    begun,
    start(key: string, name = key, signal?: AbortSignal) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const work = () => {
        begun.push(name);
        return promise;
      };
      const ended = limit.run(key, work, (exhausted) => new Refused(exhausted), signal);
      return { ended, resolve, reject };
    },
    refusalOf: (key: string): Promise<ExhaustedCapacity | null> =>
      limit
        .run(
          key,
          async () => null,
          (exhausted) => new Refused(exhausted),
        )
        .catch((error: Refused) => error.exhausted),
  };
}

describe('ConcurrencyLimit', () => {
  it('refuses work of a key that has all its places and runs that of other keys', async () => {
    const { start, refusalOf } = createFixture({ perKey: 2, total: 4 });
    const first = start('acme');
    start('acme');
    expect(await refusalOf('acme')).toEqual({ bound: 'perKey', capacity: 2 });
    expect(await refusalOf('globex')).toBeNull();
    first.resolve('done');
    expect(await first.ended).toBe('done');
    expect(await refusalOf('acme')).toBeNull();
  });

  it('refuses work of every key while all places are taken', async () => {
    const { start, refusalOf } = createFixture({ perKey: 1, total: 2 });
    const first = start('acme');
    start('globex');
    expect(await refusalOf('initech')).toEqual({ bound: 'total', capacity: 2 });
    first.resolve('done');
    await first.ended;
    expect(await refusalOf('initech')).toBeNull();
  });

  it('frees the place of work that fails', async () => {
    const { start, refusalOf } = createFixture({ perKey: 1, total: 1 });
    const failing = start('acme');
    failing.reject(new Error('broken'));
    await expect(failing.ended).rejects.toThrow('broken');
    expect(await refusalOf('acme')).toBeNull();
  });

  it('frees the place of work that throws before it returns a promise', async () => {
    const limit = new ConcurrencyLimit({ perKey: 1, total: 1 });
    const broken = () => {
      throw new Error('broken');
    };
    const run = () => limit.run('acme', broken, (exhausted) => new Refused(exhausted));
    await expect(run()).rejects.toThrow('broken');
    await expect(run()).rejects.toThrow('broken');
  });

  it('does not run work that it refuses', async () => {
    const limit = new ConcurrencyLimit({ perKey: 1, total: 1 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = limit.run(
      'acme',
      () => promise,
      () => new Error('full'),
    );
    let runs = 0;
    const refused = limit.run(
      'acme',
      async () => {
        runs += 1;
      },
      () => new Error('full'),
    );
    await expect(refused).rejects.toThrow('full');
    expect(runs).toBe(0);
    resolve();
    await held;
  });

  describe('with room to wait', () => {
    const room = { perKey: 2, total: 3, ms: 60_000 };

    it('admits what waits in its order, and passes over keys that have no place', async () => {
      const { start, begun } = createFixture({ perKey: 1, total: 2 }, room);
      const [acme, globex] = [start('acme'), start('globex')];
      const [second, third] = [start('acme', 'acme 2'), start('acme', 'acme 3')];
      const waiting = start('globex', 'globex 2');
      globex.resolve('done');
      await globex.ended;
      await expect.poll(() => begun).toEqual(['acme', 'globex', 'globex 2']);
      acme.resolve('done');
      second.resolve('done');
      third.resolve('done');
      waiting.resolve('done');
      await Promise.all([acme, second, third, waiting].map(({ ended }) => ended));
      expect(begun).toEqual(['acme', 'globex', 'globex 2', 'acme 2', 'acme 3']);
    });

    it('refuses what finds no room, of one key or in total', async () => {
      const { start, refusalOf } = createFixture({ perKey: 1, total: 1 }, room);
      const admitted = [start('acme'), start('acme'), start('acme')];
      expect(await refusalOf('acme')).toEqual({ bound: 'perKey', capacity: 1 });
      admitted.push(start('globex'));
      expect(await refusalOf('initech')).toEqual({ bound: 'total', capacity: 1 });
      for (const { resolve } of admitted) resolve('done');
      await Promise.all(admitted.map(({ ended }) => ended));
    });

    it('refuses what has waited too long, and gives its room to others', async () => {
      const { start, begun } = createFixture({ perKey: 1, total: 1 }, { perKey: 1, total: 1, ms: 1 });
      const first = start('acme');
      await expect(start('acme').ended).rejects.toMatchObject({ exhausted: { bound: 'perKey' } });
      await expect(start('globex').ended).rejects.toMatchObject({ exhausted: { bound: 'total' } });
      first.resolve('done');
      await first.ended;
      expect(begun).toEqual(['acme']);
    });

    it('forgets what waits when its signal aborts', async () => {
      const { start, begun } = createFixture({ perKey: 1, total: 1 }, room);
      const first = start('acme');
      const gone = new AbortController();
      const waiting = start('acme', 'gone', gone.signal);
      const last = start('acme', 'last');
      gone.abort(new Error('gone'));
      await expect(waiting.ended).rejects.toThrow('gone');
      await expect(start('acme', 'late', gone.signal).ended).rejects.toThrow('gone');
      first.resolve('done');
      last.resolve('done');
      await last.ended;
      expect(begun).toEqual(['acme', 'last']);
    });
  });

  it.each([
    { perKey: 0, total: 1 },
    { perKey: 2, total: 1 },
    { perKey: 1.5, total: 2 },
    { perKey: 1, total: Number.NaN },
  ])('cannot be made with $perKey places for each key of $total in total', (capacity) => {
    expect(() => new ConcurrencyLimit(capacity)).toThrow(RangeError);
    expect(() => new ConcurrencyLimit({ perKey: 1, total: 1 }, { ...capacity, ms: 1 })).toThrow(RangeError);
  });
});
