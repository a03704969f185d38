import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, createTestWorkspace, type TestDatabase } from '../../testing/index.ts';
import { appendEvents, eventRetentionMs, sweepOutbox } from '../index.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('deletes events after their time, and the versions of a product with its deletion', async () => {
  const { database } = test;
  const now = new Date('2026-06-01T00:00:00.000Z');
  const old = now.getTime() - eventRetentionMs - 1;
  const recent = now.getTime() - eventRetentionMs;
  const workspaces = [await createTestWorkspace(database), await createTestWorkspace(database)];
  const [kept, deletedLongAgo, deletedRecently] = [v7(), v7(), v7()];
  for (const { id } of workspaces) {
    const event = (type: string, subjectId: string, msecs: number) => ({ id: v7({ msecs }), type, subjectId });
    const events = [
      ...Array.from({ length: 5 }, () => event('product.updated', kept, old)),
      event('product.deleted', deletedLongAgo, old),
      event('product.deleted', deletedRecently, recent),
    ];
    await database.transaction((tx) => appendEvents(tx, id, events, now));
    await database.query(
      `insert into product_version select $1, unnest($2::uuid[]), 1, $3, 'created', 'api', '{}', '{}', 'draft', '{}'`,
      [id, [kept, deletedLongAgo, deletedRecently], now],
    );
  }
  expect(await sweepOutbox(database, now, { batchSize: 4 })).toBe(12);
  const events = await database.query('select subject_id as id from outbox');
  expect(events.rows).toEqual([{ id: deletedRecently }, { id: deletedRecently }]);
  const versions = await database.query('select distinct product_id as id from product_version order by 1');
  expect(versions.rows).toEqual([{ id: kept }, { id: deletedRecently }]);
});
