import { createScratchDatabase } from '@product-content/test-support/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';
import { entities } from '../entities.ts';
import { migrate, Orm, renderSchema } from './index.ts';
import { migrations } from './migrations/index.ts';

describe('the schema', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());

  it('is what schema.sql shows', async () => {
    await expect(await renderSchema(test.database)).toMatchFileSnapshot('./schema.sql');
  });

  it('has the columns the entities have', async () => {
    const statements = (await test.database.orm.schema.getUpdateSchemaSQL({ wrap: false }))
      .split('\n')
      .filter((line) => line !== '');
    // Constraints and indexes are written in the migrations only, because the ORM knows few of their options; the
    // tables of the request policies, of shared secrets and of changes for channels have no entity: one statement each reads and writes them.
    // The schema `agenda` is read and written by Agenda.
    const expected = [
      /^drop (table|schema) if exists "agenda"/,
      /^drop index "\w+";$/,
      /^alter table "\w+" drop constraint "\w+";$/,
      /^drop table if exists "(channel_change|idempotency_record|idempotency_record_usage|rate_limit_window|shared_secret)" cascade;$/,
    ];
    const differences = statements.filter((line) => !expected.some((pattern) => pattern.test(line)));
    expect(differences).toEqual([]);
  });
});

describe('migrate', () => {
  it('runs each migration once, in order, also when several processes start at once', async () => {
    const empty = await createScratchDatabase();
    const orms = Array.from({ length: 3 }, () => new Orm({ url: empty.url, poolSize: 2, entities }));
    const runs = await Promise.all(orms.map(migrate));
    expect(runs.flat()).toEqual(migrations.map(({ name }) => name));
    await Promise.all(orms.map((orm) => orm.close()));
    await empty.drop();
  });
});
