import { createScratchDatabase } from '@product-content/test-support/database';
import { expect, it, onTestFinished } from 'vitest';
import { entities } from '../entities.ts';
import { applyMigrations, migrationNames } from './migrate.ts';
import { Orm } from './orm.ts';

it('migrations give way to a transaction that holds their locks, and run when it has ended', async () => {
  const database = await createScratchDatabase();
  const orm = new Orm({ url: database.url, poolSize: 4, entities });
  onTestFinished(async () => {
    await orm.close();
    await database.drop({ force: true });
  });
  const last = migrationNames.indexOf('0044-product-totals');
  await applyMigrations(orm, migrationNames.slice(0, last));

  const writer = await orm.pool.connect();
  await writer.query('begin');
  await writer.query('lock table product in row exclusive mode');
  const migrated = applyMigrations(orm, migrationNames);
  const waiting = async () => (await orm.pool.query('select 1 from pg_locks where not granted')).rowCount;
  await expect.poll(waiting).toBeGreaterThan(0);
  await expect.poll(waiting).toBe(0);
  // It can take any lock: what the migration had got is released.
  await writer.query('lock table workspace in access exclusive mode');
  await writer.query('commit');
  writer.release();
  expect(await migrated).toEqual(migrationNames.slice(last));
});
