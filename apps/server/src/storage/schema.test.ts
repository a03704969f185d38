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

  it('has the columns of the entities', async () => {
    expect(await findDifferences(test.database.orm)).toEqual([]);
  });

  it.each([
    ['a column no entity has', 'alter table collection add extra text', 'drop column "extra"'],
    ['no column that an entity has', 'alter table collection drop description', 'add "description" text'],
    ['a column of another type', 'alter table collection alter position type bigint', '"position" type int'],
    ['a column that may be null', 'alter table collection alter name drop not null', '"name" set not null'],
    ['a column that must not be null', 'alter table collection alter description set not null', 'drop not null'],
    ['no constraint that an entity states', 'alter table workspace drop constraint workspace_slug_unique', '"slug"'],
    ['a table that no entity has', 'create table extra (id uuid primary key)', 'drop table if exists "extra"'],
  ])('differs from the entities when it has %s', async (_, change, difference) => {
    await using other = await createTestDatabase({ poolSize: 2 });
    await other.database.query(change);
    expect(await findDifferences(other.database.orm)).toEqual([expect.stringContaining(difference)]);
  });
});

/** Statements that would change the schema to match the entities, as far as they define it. */
async function findDifferences(orm: Orm): Promise<string[]> {
  const statements = (await orm.schema.getUpdateSchemaSQL({ wrap: false })).split('\n').filter((line) => line !== '');
  // Constraints, indexes and triggers are only in the migrations, because the ORM knows few of their options; the
  // stores of the request policies provide the statements of their tables, and Agenda those of its schema.
  const expected = [
    /^drop (table|schema) if exists "agenda"/,
    /^drop index "\w+";$/,
    /^alter table "\w+" drop constraint "\w+";$/,
    /^drop (trigger|function) if exists "product_/,
    // The ORM mistakes an identity for a default.
    /^alter table "channel_change" alter column "id" drop default;$/,
    /^drop table if exists "(idempotency_record|idempotency_record_usage|rate_limit_window)" cascade;$/,
  ];
  return statements.filter((line) => !expected.some((pattern) => pattern.test(line)));
}

describe('migrate', () => {
  it('runs each migration once, in order, even when several processes start at once', async () => {
    const empty = await createScratchDatabase();
    const orms = Array.from({ length: 3 }, () => new Orm({ url: empty.url, poolSize: 2, entities }));
    const runs = await Promise.all(orms.map(migrate));
    expect(runs.flat()).toEqual(migrations.map(({ name }) => name));
    await Promise.all(orms.map((orm) => orm.close()));
    await empty.drop();
  });
});
