import { expect, it, onTestFinished } from 'vitest';
import { createTestContext } from '#testing/index.ts';
import { startTestApp } from '#testing/test-app.ts';

it('every recurring task and every drain of the app runs, and runs again', async () => {
  const app = await startTestApp();
  onTestFinished(() => app.stop());
  const { database, attributes } = app.container;
  await app.container.seedSampleCatalog(app.workspace);
  await attributes.patch(createTestContext(app.workspace), 'dimmable', { required: true });
  expect((await database.query('select from completeness_recompute')).rowCount).toBeGreaterThan(0);
  const expired = `now() - interval '1 hour'`;
  await database.query(
    `insert into idempotency_record (workspace_id, key, route, caller, fingerprint, status, headers, body_key,
       completed_at, expires_at) values ($1, 'k', 'exports.create', '', 'f', 200, '{}', 'b1', ${expired}, ${expired})`,
    [app.workspace.id],
  );
  await app.container.files.put('responses/b1', Buffer.from('sku'));
  await database.query(`insert into rate_limit_window values ('key:x', 'standard', '{}', true, 0, ${expired})`);
  const { tasks, backlogs } = app.container;
  const names = [...tasks, ...backlogs].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const { signal } = new AbortController();
  for (const task of [...tasks, ...tasks]) await task.run(signal);
  for (const backlog of [...backlogs, ...backlogs]) await backlog.drain(signal);
  for (const table of ['completeness_recompute', 'idempotency_record', 'rate_limit_window']) {
    expect(await database.query(`select from ${table}`)).toMatchObject({ rowCount: 0 });
  }
  expect(await app.container.files.stat('responses/b1')).toBeNull();
});
