import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '#testing/index.ts';
import { silentLogger, systemClock } from '../kernel/index.ts';
import type { Database } from '../storage/index.ts';
import { WorkQueue } from './work-queue.ts';

it('a consumer that has stopped sends no more queries', async () => {
  const { database, url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const queries = { running: 0, all: 0 };
  const query: Database['query'] = async (...request) => {
    queries.all += 1;
    queries.running += 1;
    await delay(5);
    return database.query(...request).finally(() => {
      queries.running -= 1;
    }) as never;
  };
  const slow = { query, current: () => null } as unknown as Database;
  const options = { databaseUrl: url, jobsUrl: null, clock: systemClock, logger: silentLogger };
  const queue = new WorkQueue({ ...options, database: slow });
  const consumption = await queue.consume({ capacity: 1, handle: async () => {}, onNotification: () => {} });
  await expect.poll(() => queries.running).toBe(1);
  await consumption.stop();
  const { all } = queries;
  consumption.look();
  await queue.close();
  expect(queries).toEqual({ running: 0, all });
});
