import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

it('a function that is called one at a time runs in the order of its calls, also after one has failed', async () => {
  const log: string[] = [];
  const call = oneAtATime(async (name: string, ms: number) => {
    log.push(`${name} begins`);
    await delay(ms);
    log.push(`${name} ends`);
    if (name === 'second') throw new Error('It failed.');
    return name;
  });
  const calls = await Promise.allSettled([call('first', 20), call('second', 0), call('third', 0)]);
  expect(log).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  expect(calls).toEqual([
    { status: 'fulfilled', value: 'first' },
    { status: 'rejected', reason: new Error('It failed.') },
    { status: 'fulfilled', value: 'third' },
  ]);
});
