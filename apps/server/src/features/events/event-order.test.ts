import type { Event, Product } from '@product-content/contract';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { follow, type HeldTransaction, holdTransaction } from '#testing/events/feed-reader.ts';
import { createTestContext, createTestWorkspace, settled } from '#testing/index.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { decodeId, type WorkspaceSettings } from '../../kernel/index.ts';
import { appendEvents, type Transaction } from '../../storage/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function openWorkspace() {
  const { database } = app.container;
  const workspace = await createTestWorkspace(database);
  const key = await app.createKey(undefined, workspace);
  const send = async (method: string, path: string, body?: object) => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const response = await fetch(app.baseUrl + path, { method, headers, body: body && JSON.stringify(body) });
    return { status: response.status, text: await response.text() };
  };
  return { database, workspace, ctx: createTestContext(workspace), send, get: (path: string) => send('GET', path) };
}

const uuidsOf = (events: readonly Event[]) => events.map(({ id }) => decodeId('event', id));

/** Writes one event in a transaction. @returns its id. */
async function write(tx: Transaction, { id: workspaceId }: WorkspaceSettings): Promise<string> {
  const id = v7();
  const payload = { id: 'cat_01k9f2v6m8e5fa1s3tqzc7d4xa', code: 'mugs', name: 'Mugs' };
  appendEvents(tx, workspaceId, [{ id, type: 'category.deleted', subjectId: v7(), payload }], new Date());
  await tx.query('select');
  return id;
}

describe('an event of a transaction that is still open', () => {
  it('holds back those that were written after it, and comes before them', async () => {
    const { database, workspace, get } = await openWorkspace();
    const before = await database.transaction((tx) => write(tx, workspace));
    await settled(database);
    await using slow = await holdTransaction(database);
    const early = await write(slow.tx, workspace);
    const later = [];
    for (let count = 0; count < 3; count += 1) {
      later.push(await database.transaction((tx) => write(tx, workspace)));
    }
    const meanwhile = await follow({ get }, null);
    expect(uuidsOf(meanwhile.events)).toEqual([before]);
    await slow.commit();
    await settled(database);
    const rest = await follow({ get }, meanwhile.next);
    expect(uuidsOf(rest.events)).toEqual([early, ...later]);
    expect((await follow({ get }, null)).events).toEqual([...meanwhile.events, ...rest.events]);
  });

  it('never appears when it is rolled back, and holds nothing back any more', async () => {
    const { database, workspace, get } = await openWorkspace();
    await using undone = await holdTransaction(database);
    await write(undone.tx, workspace);
    const kept = await database.transaction((tx) => write(tx, workspace));
    expect((await follow({ get }, null)).events).toEqual([]);
    await undone.rollback();
    await settled(database);
    expect(uuidsOf((await follow({ get }, null)).events)).toEqual([kept]);
  });
});

describe('the events of a product', () => {
  it('appear in the order of its versions, whichever transaction began first', async () => {
    const { database, ctx, send, get } = await openWorkspace();
    await send('POST', '/products', { sku: 'MUG', name: 'Mug' });
    await database.transaction(async (tx) => {
      await tx.query('select pg_current_xact_id()');
      await send('PATCH', '/products/MUG', { price: 2 });
      await app.container.products.patch(ctx, 'MUG', { price: 3 });
    });
    await settled(database);
    const { events } = await follow({ get }, null);
    expect(events.map(({ data }) => (data as { product: Product }).product.price)).toEqual([null, 2, 3]);
  });

  it('end with its deletion, whichever transaction began first', async () => {
    const { database, ctx, send, get } = await openWorkspace();
    await send('POST', '/products', { sku: 'MUG', name: 'Mug' });
    await database.transaction(async (tx) => {
      await tx.query('select pg_current_xact_id()');
      await send('PATCH', '/products/MUG', { status: 'approved' });
      await app.container.products.delete(ctx, 'MUG');
    });
    await settled(database);
    const { events } = await follow({ get }, null);
    const types = ['product.created', 'product.updated', 'product.status_changed', 'product.deleted'];
    expect(events.map(({ type }) => type)).toEqual(types);
  });

  it('of one transaction appear in the order they were made', async () => {
    const { database, workspace, get } = await openWorkspace();
    const ids = await database.transaction(async (tx) => {
      const made = [];
      for (let count = 0; count < 5; count += 1) made.push(await write(tx, workspace));
      return made;
    });
    await settled(database);
    expect(uuidsOf((await follow({ get }, null)).events)).toEqual(ids);
  });
});

type Step = { readonly act: 'write' | 'commit' | 'rollback'; readonly writer: number } | { readonly act: 'poll' };

const steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({ act: fc.constant('write' as const), writer: fc.nat(3) }),
    fc.record({ act: fc.constant('write' as const), writer: fc.nat(3) }),
    fc.record({ act: fc.constantFrom('commit' as const, 'commit' as const, 'rollback' as const), writer: fc.nat(3) }),
    fc.record({ act: fc.constant('poll' as const) }),
  ),
  { minLength: 4, maxLength: 24 },
);

describe('a reader that follows the feed', () => {
  it('gets each event once and in a stable order, however writes and reads interleave', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.constantFrom(1, 2, 250), async (plan, limit) => {
        const { database, workspace, get } = await openWorkspace();
        await using held = new AsyncDisposableStack();
        const open = new Map<number, { transaction: HeldTransaction; ids: string[] }>();
        const committed: string[] = [];
        const seen: Event[] = [];
        let position: string | null = null;
        const end = async (writer: number, act: 'commit' | 'rollback') => {
          const { transaction, ids } = open.get(writer) ?? {};
          open.delete(writer);
          await transaction?.[act]();
          if (act === 'commit') committed.push(...(ids ?? []));
        };
        const poll = async () => {
          const { events, next } = await follow({ get }, position, `limit=${limit}`);
          seen.push(...events);
          position = next;
        };
        for (const step of plan) {
          if (step.act === 'poll') await poll();
          else if (step.act !== 'write') await end(step.writer, step.act);
          else {
            const writer = open.get(step.writer) ?? {
              transaction: held.use(await holdTransaction(database)),
              ids: [],
            };
            open.set(step.writer, writer);
            writer.ids.push(await write(writer.transaction.tx, workspace));
          }
        }
        for (const writer of [...open.keys()]) await end(writer, 'commit');
        await settled(database);
        await poll();
        expect(uuidsOf(seen).toSorted()).toEqual(committed.toSorted());
        expect((await follow({ get }, null)).events).toEqual(seen);
      }),
      { numRuns: 30 },
    );
  });
});
