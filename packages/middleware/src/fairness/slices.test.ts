import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { forEachInSlices, isSliceOver, mapInSlices, nextSlice } from './slices.ts';

/** Holds the event loop until the slice is over. */
function useUpSlice(): void {
  while (!isSliceOver());
}

/** Turns the event loop makes while work goes on. */
async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let done = false;
  const count = (): void => {
    turns += 1;
    if (!done) setImmediate(count);
  };
  setImmediate(count);
  await work();
  done = true;
  return turns;
}

describe('work in slices', () => {
  it('begins a new slice', async () => {
    await turn();
    expect(isSliceOver()).toBe(false);
    useUpSlice();
    await nextSlice();
    expect(isSliceOver()).toBe(false);
  });

  it('ends for everything in the turn of the event loop that used it up, and for nothing in the next', async () => {
    await turn();
    useUpSlice();
    expect(isSliceOver()).toBe(true);
    await Promise.resolve();
    expect(isSliceOver()).toBe(true);
    await turn();
    expect(isSliceOver()).toBe(false);
  });

  it('yields to the event loop once a slice is used up', async () => {
    const turns = await countTurns(() => forEachInSlices([1, 2, 3, 4, 5], useUpSlice));
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it('gives one slice per turn of the event loop, in the order of the requests', async () => {
    const order: string[] = [];
    const work = async (name: string): Promise<void> => {
      for (let step = 0; step < 3; step += 1) {
        await nextSlice();
        order.push(name);
      }
    };
    const turns = await countTurns(() => Promise.all([work('a'), work('b'), work('c')]));
    expect(order.join('')).toBe('abcabcabc');
    expect(turns).toBeGreaterThanOrEqual(9);
  });

  it('lets a timer fire between two items', async () => {
    let items = 0;
    let fired = false;
    setTimeout(() => {
      fired = true;
    });
    function* untilFired(): Generator<number> {
      for (; !fired && items < 10_000; items += 1) yield items;
    }
    await forEachInSlices(untilFired(), useUpSlice);
    expect(fired).toBe(true);
  });

  it('maps items in order', async () => {
    expect(await mapInSlices([1, 2, 3], (item) => item * 2)).toEqual([2, 4, 6]);
  });

  it('waits for asynchronous work, and fails with its error', async () => {
    const order: string[] = [];
    await forEachInSlices(['a', 'b'], async (item) => {
      order.push(item);
      await turn();
      order.push(item);
    });
    expect(order.join('')).toBe('aabb');
    const failing = forEachInSlices([1], async () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
  });
});
