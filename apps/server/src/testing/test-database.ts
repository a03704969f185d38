import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { entities } from '../entities.ts';
import { createOrm, Database, migrate } from '../storage/index.ts';
import { migrations } from '../storage/migrations/index.ts';

/** A migrated, empty database of its own for one test file. */
export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
  readonly database: Database;
  /** Closes the connections and drops the database. */
  drop(): Promise<void>;
}

/**
 * Makes a database by copying a template that is migrated once a run, which takes some 50 ms.
 *
 * @example
 * let test: TestDatabase;
 * beforeAll(async () => { test = await createTestDatabase(); });
 * afterAll(() => test.drop());
 */
export async function createTestDatabase(options: { poolSize?: number } = {}): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  const template = await migratedTemplate(serverUrl);
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = await newDatabase(serverUrl, name, template);
  const database = await Database.open(await createOrm({ url, poolSize: options.poolSize ?? 10, entities }));
  const drop = async () => {
    await database.close();
    await dropDatabase(serverUrl, name);
  };
  return { url, database, drop, [Symbol.asyncDispose]: drop };
}

/** An empty database without any table, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = await newDatabase(serverUrl, name);
  return { url, drop: () => dropDatabase(serverUrl, name) };
}

let ready: Promise<string> | undefined;

/** Test files of a run share the server, each in its own process: the first to come makes the template. */
function migratedTemplate(serverUrl: string): Promise<string> {
  ready ??= makeTemplate(serverUrl);
  return ready;
}

async function makeTemplate(serverUrl: string): Promise<string> {
  const version = createHash('sha256')
    .update(migrations.map(({ name }) => name).join())
    .digest('hex')
    .slice(0, 12);
  const name = `template_${version}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      const draft = `${name}_draft`;
      await dropDatabase(serverUrl, draft);
      const orm = await createOrm({ url: await newDatabase(serverUrl, draft), poolSize: 2, entities });
      await migrate(orm);
      await orm.close(true);
      await client.query(`alter database ${draft} rename to ${name}`);
    }
    return name;
  } finally {
    await client.end();
  }
}

async function newDatabase(serverUrl: string, name: string, template = 'template1'): Promise<string> {
  await execute(serverUrl, `create database ${name} template ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

function dropDatabase(serverUrl: string, name: string): Promise<void> {
  return execute(serverUrl, `drop database if exists ${name} with (force)`);
}

async function execute(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
