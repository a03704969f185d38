import { workerPostgresUrl } from '@product-content/test-support/worker-postgres';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type KeysetPosition, sortByKeys } from './keyset.ts';

let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client({ connectionString: await workerPostgresUrl() });
  await client.connect();
});

afterAll(() => client.end());

const rows = fc.uniqueArray(
  fc.record({
    name: fc.option(fc.string({ unit: fc.constantFrom('a', 'B', 'é', '～', '😀', ' '), maxLength: 2 }), { nil: null }),
    price: fc.option(fc.constantFrom(0, 0.1, 2, -3, 1e20), { nil: null }),
    id: fc.string({ unit: fc.constantFrom('a', 'B', '_', '9'), minLength: 1, maxLength: 3 }),
  }),
  { selector: ({ id }) => id, maxLength: 30 },
);

test.each(['asc', 'desc'] as const)('sorts like PostgreSQL, %s', async (direction) => {
  const sql = `select id from jsonb_to_recordset($1::jsonb) as row (name text, price float8, id text)
    order by name collate "C" ${direction}, price ${direction}, id collate "C" ${direction}`;
  await fc.assert(
    fc.asyncProperty(rows, async (list) => {
      const toPosition = ({ name, price, id }: (typeof list)[number]): KeysetPosition => ({
        values: [name, price],
        id,
      });
      const expected = sortByKeys(list, toPosition, direction).map(({ id }) => id);
      const sorted = await client.query<{ id: string }>(sql, [JSON.stringify(list)]);
      expect(sorted.rows.map(({ id }) => id)).toEqual(expected);
    }),
  );
});
