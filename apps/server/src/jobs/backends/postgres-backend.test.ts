import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '#testing/index.ts';
import type { Database, SqlParameter } from '../../storage/index.ts';
import { createSharedBackend } from './postgres-backend.ts';

/** What Agenda does for all of its names at the same time. */
function poll(database: Pick<Database, 'query'>, names: readonly string[]) {
  const { repository } = createSharedBackend(database).backend;
  const now = new Date();
  return Promise.allSettled(names.map((name) => repository.getNextJobToRun(name, now, now, now, undefined)));
}

describe('polls for several names', () => {
  it('run in the order of the names, also after one has failed', async () => {
    const log: string[] = [];
    const query = async (_: string, [, name]: readonly SqlParameter[] = []) => {
      log.push(`${name} begins`);
      await delay(name === 'first' ? 20 : 0);
      log.push(`${name} ends`);
      if (name === 'second') throw new Error('It failed.');
      return { rows: [], rowCount: 0 };
    };
    const polls = await poll({ query }, ['first', 'second', 'third']);
    expect(log).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
    expect(polls).toEqual([
      { status: 'fulfilled', value: undefined },
      { status: 'rejected', reason: new Error('It failed.') },
      { status: 'fulfilled', value: undefined },
    ]);
  });

  it('use one connection', async () => {
    const { database, drop } = await createTestDatabase();
    onTestFinished(drop);
    await poll(database, ['first', 'second', 'third']);
    expect(database.poolUse).toMatchObject({ idle: 1, used: 0 });
  });
});
