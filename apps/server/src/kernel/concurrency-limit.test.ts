import { describe, expect, it } from 'vitest';
import { type ConcurrencyCapacity, ConcurrencyLimit, type ExhaustedCapacity } from './concurrency-limit.ts';

class Refused extends Error {
  readonly exhausted: ExhaustedCapacity;

  constructor(exhausted: ExhaustedCapacity) {
    super();
    this.exhausted = exhausted;
  }
}

/** Starts work that ends when it is told to. */
function createFixture(capacity: ConcurrencyCapacity) {
  const limit = new ConcurrencyLimit(capacity);
  return {
    start(key: string) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const ended = limit.run(
        key,
        () => promise,
        (exhausted) => new Refused(exhausted),
      );
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

  it.each([
    { perKey: 0, total: 1 },
    { perKey: 2, total: 1 },
    { perKey: 1.5, total: 2 },
    { perKey: 1, total: Number.NaN },
  ])('cannot be made with $perKey places for each key of $total in total', (capacity) => {
    expect(() => new ConcurrencyLimit(capacity)).toThrow(RangeError);
  });
});
