import process from 'node:process';
import { expect, it } from 'vitest';
import { collectGarbage, IdleWatch, releaseMemoryWhenIdle } from './idle-memory.ts';

/** What a watch says at each look. */
function looks(...utilizations: readonly number[]): boolean[] {
  const watch = new IdleWatch();
  return utilizations.map((utilization) => watch.becameIdle(utilization));
}

it('a process becomes idle four looks after its start, and once more after each time it was busy', () => {
  expect(looks(0, 0, 0, 0, 0, 0, 0, 0)).toEqual([false, false, false, true, false, false, false, false]);
  expect(looks(0, 0, 0, 0, 0.5, 0, 0, 0, 0)).toEqual([false, false, false, true, false, false, false, false, true]);
});

it('a process that has something to do now and then is not idle, and one that is used a little was not busy', () => {
  expect(looks(0, 0, 0, 0.05, 0, 0, 0, 0.05, 0, 0, 0)).toEqual(Array(11).fill(false));
  expect(looks(0, 0, 0, 0, 0.05, 0, 0, 0, 0)).toEqual([false, false, false, true, false, false, false, false, false]);
});

it('a process releases its memory when it is idle', async () => {
  let stop = () => {};
  await new Promise<void>((resolve) => {
    stop = releaseMemoryWhenIdle({ lookMs: 100, release: async () => resolve() });
  });
  stop();
});

it('collecting garbage frees what nothing refers to', async () => {
  const bytes = 64 * 1024 * 1024;
  let garbage: Uint8Array | null = new Uint8Array(bytes);
  const { arrayBuffers } = process.memoryUsage();
  expect(garbage.length).toBe(bytes);
  garbage = null;
  await collectGarbage();
  expect(process.memoryUsage().arrayBuffers).toBeLessThan(arrayBuffers - bytes / 2);
});
