import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, createTestWorkspace, type TestDatabase } from '#testing/index.ts';
import { appendEvents, eventRetentionMs, type OutboxEvent, sweepOutbox } from '../index.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const now = new Date('2026-06-01T00:00:00.000Z');
/** The last millisecond that is expired, and the first that is not. */
const old = now.getTime() - eventRetentionMs - 1;
const recent = now.getTime() - eventRetentionMs;
const eventAt = (msecs: number, type = 'product.updated', subjectId = v7()) => ({ id: v7({ msecs }), type, subjectId });

/** Writes events of a workspace, each in a separate transaction. */
async function append(workspaceId: string, events: readonly OutboxEvent[]): Promise<void> {
  for (const event of events) {
    await test.database.transaction(async (tx) => appendEvents(tx, workspaceId, [event], now));
  }
}

async function subjects(workspaceId: string): Promise<string[]> {
  const text = 'select subject_id as id from outbox where workspace_id = $1 order by settled_after, id';
  return (await test.database.query<{ id: string }>(text, [workspaceId])).rows.map(({ id }) => id);
}

it('deletes expired events, and the versions of a product with its deletion', async () => {
  const { database } = test;
  const workspaces = [await createTestWorkspace(database), await createTestWorkspace(database)];
  const [kept, deletedLongAgo, deletedRecently] = [v7(), v7(), v7()];
  for (const { id } of workspaces) {
    await append(id, [
      ...Array.from({ length: 5 }, () => eventAt(old, 'product.updated', kept)),
      eventAt(old, 'product.deleted', deletedLongAgo),
      eventAt(old, 'product.updated', kept),
      eventAt(recent, 'product.deleted', deletedRecently),
    ]);
    await database.query(
      `insert into product_version select $1, unnest($2::uuid[]), 1, $3, 'created', 'api', '{}', '{}', 'draft', '{}'`,
      [id, [kept, deletedLongAgo, deletedRecently], now],
    );
  }
  expect(await sweepOutbox(database, now, { batchSize: 4 })).toBe(12);
  for (const { id } of workspaces) expect(await subjects(id)).toEqual([kept, deletedRecently]);
  const versions = await database.query('select distinct product_id as id from product_version order by 1');
  expect(versions.rows).toEqual([{ id: kept }, { id: deletedRecently }]);
});

it('keeps the last expired event while nothing follows', async () => {
  const { id } = await createTestWorkspace(test.database);
  const events = Array.from({ length: 4 }, () => eventAt(old));
  await append(id, events);
  expect(await sweepOutbox(test.database, now, { batchSize: 2 })).toBe(3);
  expect(await subjects(id)).toEqual([events[3]?.subjectId]);
  expect(await sweepOutbox(test.database, now)).toBe(0);
});

it('does not delete events between kept ones', async () => {
  const { id } = await createTestWorkspace(test.database);
  const events = [old, old, recent, old, recent].map((msecs) => eventAt(msecs));
  await append(id, events);
  expect(await sweepOutbox(test.database, now)).toBe(1);
  expect(await subjects(id)).toEqual(events.slice(1).map(({ subjectId }) => subjectId));
});
