import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, dropDatabase } from './database.ts';
import { workerPostgresUrl } from './worker-postgres.ts';

describe('the PostgreSQL server of a worker', () => {
  let url: string;
  const names = ['support_template', 'support_copy'];
  beforeAll(async () => {
    url = await workerPostgresUrl();
  });
  afterAll(async () => {
    for (const name of names) await dropDatabase(url, name);
  });

  test('copies a template database with its rows', async () => {
    const [template = '', copy = ''] = names;
    const templateUrl = await createDatabase(url, template);
    await query(templateUrl, 'create table note as select 7 as number');
    const copyUrl = await createDatabase(url, copy, template);
    expect(await query(copyUrl, 'select number from note')).toEqual([{ number: 7 }]);
  });

  test('ends when the process that started it is killed', async () => {
    const module = new URL('./embedded-postgres.ts', import.meta.url).href;
    const script = `import { startEmbeddedPostgres } from '${module}'; process.stdout.write((await startEmbeddedPostgres()).url + '\\n');`;
    const starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [ownUrl] = (await once(createInterface(starter.stdout), 'line')) as [string];
    expect(await query(ownUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    starter.kill('SIGKILL');
    await expect.poll(() => isReachable(ownUrl)).toBe(false);
  });
});

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  // A server that goes away tells an idle client by this event.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function isReachable(url: string): Promise<boolean> {
  return query(url, 'select 1').then(
    () => true,
    () => false,
  );
}
