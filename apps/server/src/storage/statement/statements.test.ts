import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/index.ts';
import { describeStatement } from '#testing/storage/describe-statement.ts';
import { catalogParts } from '../../catalog-parts.ts';
import { selectCatalogOf } from '../../features/catalog/index.ts';
import { outboxFollowers } from '../../outbox-followers.ts';
import { OutboxStatements } from '../outbox/outbox.sql.ts';
import type { SqlTypes } from './sql-type.ts';
import { Statement, sqlStatement } from './statement.ts';

type AnyStatement = Statement<object, object>;

/** Every declared statement of the app. */
async function readStatements(): Promise<AnyStatement[]> {
  const folder = fileURLToPath(new URL('../../', import.meta.url));
  const modules = globSync('**/*.{sql,statements}.ts', { cwd: folder }).map(
    (file) => import(`${folder}${file}`) as Promise<object>,
  );
  const outbox = Object.values(new OutboxStatements(outboxFollowers));
  const exported = (await Promise.all(modules)).flatMap((module) => Object.values(module));
  return [...exported.flatMap(statementsIn), ...outbox, selectCatalogOf(catalogParts)];
}

/** A statement, or those of an object that groups them. */
function statementsIn(value: unknown): AnyStatement[] {
  if (value instanceof Statement) return [value];
  return value?.constructor === Object ? Object.values(value).flatMap(statementsIn) : [];
}

let test: TestDatabase;
let client: pg.Client;
let statements: AnyStatement[];
/** Names of types by their ids, in the form of {@link SqlTypes}. */
let types: ReadonlyMap<number, string>;
beforeAll(async () => {
  test = await createTestDatabase();
  client = new pg.Client(test.url);
  await client.connect();
  const { rows } = await client.query<{ oid: number; name: string }>(
    "select oid::int, regexp_replace(format_type(oid, null), '^timestamp with time zone', 'timestamptz') as name from pg_type",
  );
  types = new Map(rows.map(({ oid, name }) => [oid, name]));
  statements = await readStatements();
});
afterAll(async () => {
  await client.end();
  await test.drop();
});

const baseOf = (type: string) => type.replace('?', '');

/** The differences between a statement and its declaration. */
async function findDifferences({ parameters, row, source }: AnyStatement): Promise<string[]> {
  const described = await describeStatement(client, source.text);
  const nullable = await readNullableColumns();
  const given = source.values.flatMap((value, index) => {
    if (!(typeof value === 'object' && value !== null && 'parameter' in value)) return [];
    const name = String(value.parameter);
    const [declared, actual] = [baseOf(parameters[name] ?? 'none'), types.get(described.parameters[index] ?? 0)];
    return declared === actual ? [] : [`$${name} is ${actual}, declared as ${declared}`];
  });
  return [...given, ...(row === null ? [] : compareColumns(described.columns, row, nullable))];
}

function compareColumns(
  columns: Awaited<ReturnType<typeof describeStatement>>['columns'],
  row: SqlTypes,
  nullable: ReadonlySet<string>,
): string[] {
  const missing = Object.keys(row).filter((name) => !columns.some((column) => column.name === name));
  const wrong = columns.flatMap(({ name, type, source }) => {
    const [declared = 'none', actual] = [row[name], types.get(type)];
    if (baseOf(declared) !== actual) return [`"${name}" is ${actual}, declared as ${declared}`];
    return nullable.has(source) && !declared.endsWith('?') ? [`"${name}" may be null`] : [];
  });
  return [...missing.map((name) => `there is no column "${name}"`), ...wrong];
}

/** Nullable columns of tables, as `table.number`. */
async function readNullableColumns(): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ source: string }>(
    "select attrelid || '.' || attnum as source from pg_attribute where attnum > 0 and not attnotnull",
  );
  return new Set(rows.map(({ source }) => source));
}

it('matches the migrated schema in every statement, with its declared parameters and columns', async () => {
  expect(statements.length).toBeGreaterThan(5);
  const differences: string[] = [];
  for (const statement of statements) {
    const found = await findDifferences(statement).catch((error: Error) => [error.message]);
    differences.push(...found.map((difference) => `${statement.name}: ${difference}`));
  }
  expect(differences).toEqual([]);
});

it('gives every statement a unique name', () => {
  const names = statements.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

it.each([
  ['a parameter of another type', { row: { id: 'uuid' } }, { id: 'text' }, '$id is uuid, declared as text'],
  ['a column of another type', { row: { id: 'text' } }, { id: 'uuid' }, '"id" is uuid, declared as text'],
  ['a column that is not there', { row: { id: 'uuid', extra: 'text' } }, { id: 'uuid' }, 'no column "extra"'],
] as const)('finds %s', async (_, { row }, parameters, difference) => {
  const wrong = sqlStatement({ name: 'wrong', parameters, row, text: 'select id from workspace where id = $id' });
  expect(await findDifferences(wrong as unknown as AnyStatement)).toEqual([expect.stringContaining(difference)]);
});

it('finds a nullable column that is not declared so', async () => {
  const text = 'select description from category';
  const wrong = sqlStatement({ name: 'wrong', parameters: {}, row: { description: 'text' }, text });
  expect(await findDifferences(wrong as unknown as AnyStatement)).toEqual(['"description" may be null']);
});

it('refuses a statement with a parameter that is not declared, or not used', () => {
  const source = (text: string) => sqlStatement({ name: 'wrong', parameters: { id: 'uuid' }, row: {}, text }).source;
  expect(() => source('select $other')).toThrow('$other is not among the parameters');
  expect(() => source('select 1')).toThrow('does not use $id');
});
