import { setTimeout as delay } from 'node:timers/promises';
import type { AgendaBackend, JobParameters } from 'agenda';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '#testing/index.ts';
import { createSharedBackend } from './backends/postgres-backend.ts';
import { orderPolls } from './polls.ts';

/** What Agenda does for all of its names at the same time. */
function poll({ repository }: AgendaBackend, names: readonly string[]) {
  const now = new Date();
  return Promise.allSettled(names.map((name) => repository.getNextJobToRun(name, now, now, now, undefined)));
}

/** A backend whose polls take time and find a job, except `second`, which fails. */
function createBackend() {
  const log: string[] = [];
  const repository = {
    async getNextJobToRun(name: string) {
      log.push(`${name} begins`);
      await delay(name === 'first' ? 20 : 0);
      log.push(`${name} ends`);
      if (name === 'second') throw new Error('It failed.');
      return { name };
    },
    unlockJob: async ({ name }: JobParameters) => void log.push(`${name} is unlocked`),
  };
  return { log, backend: { repository } as unknown as AgendaBackend };
}

describe('polls for several names', () => {
  it('run in the order of the names, also after one has failed', async () => {
    const { log, backend } = createBackend();
    orderPolls(backend, new AbortController().signal);
    const polls = await poll(backend, ['first', 'second', 'third']);
    expect(log).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
    expect(polls).toEqual([
      { status: 'fulfilled', value: { name: 'first' } },
      { status: 'rejected', reason: new Error('It failed.') },
      { status: 'fulfilled', value: { name: 'third' } },
    ]);
  });

  it('find nothing once they must stop, and leave no job locked', async () => {
    const { log, backend } = createBackend();
    const stopping = new AbortController();
    const pollsEnded = orderPolls(backend, stopping.signal);
    const polling = poll(backend, ['first', 'second', 'third']);
    await expect.poll(() => log).toEqual(['first begins']);
    stopping.abort();
    await pollsEnded();
    expect(log).toEqual(['first begins', 'first ends', 'first is unlocked']);
    expect(await polling).toEqual(Array(3).fill({ status: 'fulfilled', value: undefined }));
    expect(await poll(backend, ['fourth'])).toEqual([{ status: 'fulfilled', value: undefined }]);
  });

  it('use one connection', async () => {
    const { database, drop } = await createTestDatabase();
    onTestFinished(drop);
    const { backend } = createSharedBackend(database);
    orderPolls(backend, new AbortController().signal);
    await poll(backend, ['first', 'second', 'third']);
    expect(database.poolUse).toMatchObject({ idle: 1, used: 0 });
  });
});
