import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { createTestDatabase, createTestWorkspace } from '#testing/index.ts';
import { appendEvents, settleRestoredEvents } from '../index.ts';

it('settles events of a server with higher transaction ids, but not those of other workspaces', async () => {
  await using test = await createTestDatabase();
  const { database } = test;
  const workspaces = [await createTestWorkspace(database), await createTestWorkspace(database)] as const;
  for (const { id } of workspaces) {
    const events = [1, 2].map(() => ({ id: v7(), type: 'product.deleted', subjectId: v7() }));
    await database.transaction(async (tx) => appendEvents(tx, id, events, new Date()));
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

it('restores the position of webhooks: after all relayed events and before all others', async () => {
  await using test = await createTestDatabase();
  const { database } = test;
  const [{ id: workspaceId }, { id: other }] = [
    await createTestWorkspace(database),
    await createTestWorkspace(database),
  ];
  const far = '9007199254740000';
  const ids = [1, 2, 3].map(() => v7());
  const [first, , last] = ids as [string, string, string];
  for (const workspace of [workspaceId, other]) {
    await database.query(
      `insert into webhook_endpoint (workspace_id, id, url, events, secret, secret_preview, created_at, updated_at)
       values ($1, $2, 'https://8.8.8.8/', '{*}', '', '', now(), now())`,
      [workspace, v7()],
    );
    await database.query('insert into webhook_relay values ($1, 1, $2)', [workspace, first]);
  }
  await database.transaction(async (tx) =>
    appendEvents(
      tx,
      workspaceId,
      ids.map((id) => ({ id, type: 'product.deleted', subjectId: v7() })),
      new Date(),
    ),
  );
  // The second event settled last: it is not relayed yet, the third is.
  await database.query('update outbox set settled_after = $1::bigint + (id = $2)::int', [far, ids[1] as string]);
  await database.query('update webhook_relay set settled_after = $1, event_id = $2 where workspace_id = $3', [
    far,
    last,
    workspaceId,
  ]);
  expect(await settleRestoredEvents(database)).toBe(3);
  const places = await database.query('select settled_after, event_id from webhook_relay where workspace_id = $1', [
    workspaceId,
  ]);
  expect(places.rows).toEqual([{ settled_after: 0, event_id: first }]);
  const kept = await database.query('select workspace_id as id from webhook_endpoint where after_transaction > 0');
  expect(kept.rows).toEqual([{ id: other }]);
});
