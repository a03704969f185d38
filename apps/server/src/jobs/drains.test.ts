import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/index.ts';
import { countingBacklog, createWaiting } from '#testing/jobs/counting-backlog.ts';
import { type Backlog, type Logger, silentLogger } from '../kernel/index.ts';
import { Drains } from './drains.ts';

let test: TestDatabase;
let stopping: AbortController;
// A connection knows the statement of one list of backlogs.
beforeEach(async () => {
  test = await createTestDatabase();
  await test.database.query(createWaiting);
  stopping = new AbortController();
});
afterEach(() => test.drop());

const wait = (name: string) => test.database.query('insert into waiting values ($1)', [name]);

function createDrains(backlogs: readonly Backlog[], logger: Logger = silentLogger): Drains {
  return new Drains({ database: test.database, backlogs, signal: stopping.signal, logger });
}

describe('a look at the backlogs', () => {
  it('takes one statement, and drains those in which something is pending', async () => {
    const [first, second] = [countingBacklog(test, 'test.first'), countingBacklog(test, 'test.second')];
    const drains = createDrains([first.backlog, second.backlog]);
    let statements = 0;
    const stop = test.database.onStatement(() => {
      statements += 1;
    });
    await drains.look();
    stop();
    expect(statements).toBe(1);
    await wait('test.second');
    await drains.look();
    await drains.ended();
    await drains.look();
    await drains.ended();
    expect([first.counts.runs, second.counts.runs]).toEqual([0, 1]);
    await wait('test.second');
    await drains.look();
    await drains.ended();
    expect([first.counts.runs, second.counts.runs]).toEqual([0, 2]);
  });

  it('starts no second drain while one is running, which holds up no other', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const [long, short] = [countingBacklog(test, 'test.long', () => promise), countingBacklog(test, 'test.short')];
    const drains = createDrains([long.backlog, short.backlog]);
    await wait('test.long');
    for (const runs of [1, 2, 3]) {
      await wait('test.short');
      await drains.look();
      await expect.poll(() => short.counts.ended).toBe(runs);
      await expect.poll(async () => (await test.database.query('select from waiting')).rowCount).toBe(1);
    }
    expect(long.counts).toEqual({ runs: 1, ended: 0 });
    resolve();
    await drains.ended();
    expect(long.counts).toEqual({ runs: 1, ended: 1 });
    await drains.look();
    await drains.ended();
    expect(long.counts.runs).toBe(1);
  });

  it('logs the name of a backlog whose drain fails, which the next look starts again', async () => {
    const logged: unknown[] = [];
    const logger = { ...silentLogger, error: (fields: unknown) => void logged.push(fields) } as unknown as Logger;
    const failure = new Error('not now');
    const failing = countingBacklog(test, 'test.failing', () => Promise.reject(failure));
    const other = countingBacklog(test, 'test.other');
    const thrown = { ...failing.backlog, name: 'test.thrown', drain: () => throwNow(failure) };
    const drains = createDrains([failing.backlog, other.backlog, thrown], logger);
    await wait('test.failing');
    await wait('test.other');
    for (let look = 0; look < 2; look += 1) {
      await drains.look();
      await drains.ended();
    }
    expect([failing.counts.runs, other.counts.ended]).toEqual([2, 1]);
    const [thrownOnce, failedOnce] = ['test.thrown', 'test.failing'].map((task) => ({ err: failure, task }));
    expect(logged).toEqual([thrownOnce, failedOnce, thrownOnce, failedOnce]);
  });

  it('starts nothing once the process must stop, and tells drains that are running', async () => {
    const ended = countingBacklog(
      test,
      'test.ended',
      (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    );
    const late = countingBacklog(test, 'test.late');
    const drains = createDrains([ended.backlog, late.backlog]);
    await wait('test.ended');
    await drains.look();
    await wait('test.late');
    const looking = drains.look();
    stopping.abort();
    await looking;
    await drains.ended();
    expect([ended.counts.ended, late.counts.runs]).toEqual([1, 0]);
  });
});

function throwNow(error: Error): never {
  throw error;
}
