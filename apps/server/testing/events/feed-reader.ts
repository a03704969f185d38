import type { Event, EventPage } from '@product-content/contract';
import { expect } from 'vitest';
import type { Database, Transaction } from '../../src/storage/index.ts';

/** One caller's GET requests. */
interface Reader {
  get(path: string): Promise<{ readonly status: number; readonly text: string }>;
}

/** A page of the feed. @param query the part after the `?`. */
export async function readPage(api: Reader, query = ''): Promise<EventPage> {
  const { status, text } = await api.get(`/events?${query}`);
  expect(status, text).toBe(200);
  return JSON.parse(text) as EventPage;
}

/** All events after one, page by page; all events when it is null. `next` is where to continue. */
export async function follow(
  api: Reader,
  after: string | null,
  query = 'limit=250',
): Promise<{ events: Event[]; next: string | null }> {
  const events: Event[] = [];
  for (let next = after; ; ) {
    const { data, pagination } = await readPage(api, next === null ? query : `${query}&after=${next}`);
    events.push(...data);
    next = pagination.next;
    if (!pagination.hasMore) return { events, next };
  }
}

/** A transaction that stays open until it is ended, or goes out of scope. */
export interface HeldTransaction extends AsyncDisposable {
  readonly tx: Transaction;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

export async function holdTransaction(database: Database): Promise<HeldTransaction> {
  const opened = Promise.withResolvers<Transaction>();
  const end = Promise.withResolvers<void>();
  const ended = database.transaction(async (tx) => {
    opened.resolve(tx);
    await end.promise;
  });
  const rollback = async () => {
    end.reject(new Error('Rolled back by a test.'));
    await ended.catch(() => undefined);
  };
  return {
    tx: await opened.promise,
    async commit() {
      end.resolve();
      await ended;
    },
    rollback,
    [Symbol.asyncDispose]: rollback,
  };
}
