import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { createTestDatabase, createTestWorkspace } from '../../testing/index.ts';
import { appendEvents, settleRestoredEvents } from '../index.ts';

it('settles events of a server that was further, and leaves those of other workspaces', async () => {
  await using test = await createTestDatabase();
  const { database } = test;
  const workspaces = [await createTestWorkspace(database), await createTestWorkspace(database)] as const;
  for (const { id } of workspaces) {
    const events = [1, 2].map(() => ({ id: v7(), type: 'product.deleted', subjectId: v7() }));
    await database.transaction((tx) => appendEvents(tx, id, events, new Date()));
  }
  expect(await settleRestoredEvents(database)).toBe(0);
  const [restored] = workspaces;
  await database.query(
    `update outbox set settled_after = 9007199254740991
     where id = (select id from outbox where workspace_id = $1 order by id desc limit 1)`,
    [restored.id],
  );
  expect(await settleRestoredEvents(database)).toBe(2);
  const { rows } = await database.query<{ id: string }>(
    'select distinct workspace_id as id from outbox where settled_after = 0',
  );
  expect(rows).toEqual([{ id: restored.id }]);
  expect(await settleRestoredEvents(database)).toBe(0);
});
