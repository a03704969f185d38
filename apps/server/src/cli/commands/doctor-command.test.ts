import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { PassThrough } from 'node:stream';
import { createScratchDatabase } from '@product-content/test-support/database';
import { hasRedis, startRedis } from '@product-content/test-support/servers/redis-server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestContext, createTestWorkspace } from '#testing/index.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { readConfig } from '../../config/index.ts';
import type { WorkspaceSettings } from '../../kernel/index.ts';
import { createProgram } from '../program.ts';
import { runCommand } from '../run-command.ts';

/** The reports about the installation, by the name of each check. */
async function examine(settings: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  const { checks } = JSON.parse((await doctor(['--json'], settings)).out) as { checks: { name: string }[] };
  return Object.fromEntries(checks.map(({ name, ...check }) => [name, check]));
}

let app: TestApp;
let folder: string;
let workspace: WorkspaceSettings;
beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'product-content-doctor-'));
  workspace = await createTestWorkspace(app.container.database, { slug: 'acme', currencies: ['EUR', 'CHF'] });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs `pcm doctor` on the test's database, with further settings. @returns what it printed, and its exit code. */
async function doctor(
  words: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): Promise<{ out: string; exitCode: number | null }> {
  const result = { out: '', exitCode: null as number | null };
  const stdout = new PassThrough().setEncoding('utf8').on('data', (text: string) => {
    result.out += text;
  });
  const surroundings = { DATA_DIR: folder, DATABASE_URL: app.databaseUrl, WEBHOOK_ALLOW_PRIVATE: 'true' };
  const config = readConfig({ ...surroundings, ...settings });
  const stderr = new PassThrough() as unknown as NodeJS.WriteStream;
  const setExitCode = (code: number) => {
    result.exitCode = code;
  };
  await createProgram(async () => config, { stdout, stderr, setExitCode }).parseAsync(['doctor', ...words], {
    from: 'user',
  });
  return result;
}

async function create(input: { readonly sku: string; readonly [field: string]: unknown }): Promise<void> {
  await app.container.products.create(createTestContext(workspace), { name: input.sku, ...input } as never);
}

// Each test continues from the one before.
describe('pcm doctor', { shuffle: false }, () => {
  it('ends with 0 when there is nothing to report', async () => {
    await create({ sku: 'A', price: 3, description: ' A ', attributes: {}, tags: ['x'] });
    const { out, exitCode } = await doctor();
    expect(out).toMatch(/^ok {9}database: PostgreSQL \d/m);
    expect(out).toMatch(/^ok {9}database\.schema: (\d+) of \1 migrations applied$/m);
    expect(out).toMatch(/^ok {9}products\.currencies\nok {9}products\.associations\nok {9}products\.white-space$/m);
    expect(out).not.toContain('attention');
    expect(exitCode).toBe(0);
    expect(JSON.parse((await doctor(['--json'])).out)).toMatchObject({ ok: true });
  });

  it('ends with 1 and names stored values that would be refused today', async () => {
    const { database, attributes } = app.container;
    const ctx = createTestContext(workspace);
    await attributes.create(ctx, { code: 'note', type: 'text', localizable: true, unique: false });
    for (let index = 0; index < 7; index += 1) await create({ sku: `CHF-${index}`, currency: 'CHF', price: 2 });
    await create({ sku: 'MIXED', prices: { EUR: 1, CHF: 2 } });
    await create({ sku: 'LID' });
    await create({ sku: 'POT', associations: { pack: ['LID', 'A'] } });
    await create({ sku: 'PADDED', brand: 'Kiln', translations: { de: { attributes: { note: 'x' } } } });
    await create({ sku: 'BLANK', description: 'x' });
    const change = (from: string, to: string, sku: string) =>
      database.query('update product set document = replace(document, $1, $2) where sku = $3', [from, to, sku]);
    await change('"Kiln"', '" Kiln\u00a0"', 'PADDED');
    await change('"note":"x"', '"note":"\u3000x"', 'PADDED');
    await change('"description":"x"', '"description":" "', 'BLANK');
    await database.query(`delete from product where sku = 'LID'`);
    await database.query(`update workspace set currencies = '{EUR}' where id = $1`, [workspace.id]);

    const { out, exitCode } = await doctor(['--json']);
    expect(exitCode).toBe(1);
    const { ok, checks } = JSON.parse(out);
    expect(ok).toBe(false);
    expect(checks.slice(-3)).toMatchObject([
      {
        name: 'products.currencies',
        findings: [
          {
            workspace: 'acme',
            count: 8,
            samples: ['CHF-0', 'CHF-1', 'CHF-2', 'CHF-3', 'CHF-4'],
            message: expect.stringMatching(/^Prices are in CHF; the workspace has EUR\./),
          },
        ],
      },
      {
        name: 'products.associations',
        findings: [{ count: 1, samples: ['POT'], message: expect.stringContaining('LID.') }],
      },
      {
        name: 'products.white-space',
        findings: [
          {
            count: 2,
            samples: ['BLANK', 'PADDED'],
            message: expect.stringContaining('description, brand, translations'),
          },
        ],
      },
    ]);
    const words = (await doctor()).out;
    expect(words).toMatch(
      /^attention {2}products\.currencies\n {2}acme: Prices .*\n {4}8 in all: CHF-0, .*CHF-4, …\n/m,
    );
  });

  it('does not report associations that a job is about to remove', async () => {
    await app.container.database.query(
      `insert into association_removal values ($1, gen_random_uuid(), '{LID}', null, now())`,
      [workspace.id],
    );
    const { checks } = JSON.parse((await doctor(['--json'])).out);
    expect(checks.at(-2)).toEqual({ name: 'products.associations', ok: true, findings: [] });
  });
});

describe('pcm doctor for an installation with a fault', () => {
  it('says that the database does not respond, and leaves out what is stored in it', async () => {
    const checks = await examine({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' });
    expect(checks.database).toEqual({
      ok: false,
      detail: 'cannot be used',
      advice: expect.stringContaining('ECONNREFUSED'),
    });
    expect(checks).not.toHaveProperty(['products.currencies']);
  });

  it('names the migrations that a database lacks, and does not apply them', async () => {
    const database = await createScratchDatabase();
    onTestFinished(() => database.drop());
    const look = () => examine({ DATABASE_URL: database.url });
    expect((await look())['database.schema']).toMatchObject({
      detail: expect.stringMatching(/^0 of \d+ migrations applied$/),
      advice: expect.stringContaining('0001-workspaces-and-keys'),
    });
    expect((await look())['database.schema']).toMatchObject({ ok: false });
  });

  it('says which key the secrets need, and when they should be encrypted', async () => {
    const [key, other] = ['k'.repeat(32), 'o'.repeat(32)];
    const look = async (settings: Record<string, string>) => (await examine(settings))['database.secrets'];
    const rotate = async (words: readonly string[] = []) => {
      const environment = { DATA_DIR: folder, DATABASE_URL: app.databaseUrl, SECRETS_KEY: key };
      const output = { stdout: new PassThrough(), stderr: process.stderr };
      expect(await runCommand({ words: ['secrets', 'rotate', ...words], environment, output })).toBe(0);
    };
    expect(await look({})).toEqual({ ok: true, detail: 'not encrypted, as SECRETS_KEY is not set' });
    expect(await look({ SECRETS_KEY: key })).toMatchObject({ advice: expect.stringContaining('pcm secrets rotate') });
    await rotate();
    expect(await look({ SECRETS_KEY: key })).toMatchObject({ ok: true });
    expect(await look({ SECRETS_KEY: `${other},${key}` })).toMatchObject({
      advice: expect.stringContaining('pcm secrets rotate'),
    });
    for (const settings of [{}, { SECRETS_KEY: other }] as Record<string, string>[])
      expect(await look(settings)).toMatchObject({
        ok: false,
        advice: expect.stringMatching(/^Add the key [0-9a-f]{8} to/),
      });
    await rotate(['--plain']);
  });

  it('says that the server needs more connections than the database has', async () => {
    expect((await examine({ PROCESSES: '64' }))['database.connections']).toMatchObject({
      ok: false,
      detail: expect.stringContaining('up to 1950 for this server'),
      advice: expect.stringContaining('Set max_connections to 1960 or more'),
    });
  });

  it('says that files cannot be written', async () => {
    await writeFile(join(folder, 'file'), '');
    expect((await examine({ ASSETS_URL: `file:${folder}/file/files` })).files).toMatchObject({
      ok: false,
      advice: expect.stringContaining('ENOTDIR'),
    });
  });

  it('says that PUBLIC_URL leads somewhere else', async () => {
    const other = createServer((_req, res) => res.writeHead(404).end()).listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    expect((await examine({ PUBLIC_URL: url }))['public-url']).toMatchObject({
      ok: false,
      advice: expect.stringContaining('/healthz returns 404 there'),
    });
    expect((await examine({ HOST: '0.0.0.0' }))['public-url']).toMatchObject({
      advice: 'Set PUBLIC_URL to where callers reach the server.',
    });
  });

  it.skipIf(!hasRedis)('says that Redis evicts counts', async () => {
    const redis = await startRedis(['--maxmemory-policy', 'allkeys-lru']);
    onTestFinished(() => redis.stop());
    expect((await examine({ REDIS_URL: redis.url })).redis).toMatchObject({
      detail: expect.stringMatching(/^version \d.*, maxmemory-policy allkeys-lru$/),
      advice: expect.stringContaining('Set maxmemory-policy to noeviction'),
    });
  });

  it('says that the queue of jobs cannot be reached', async () => {
    for (const url of ['redis://127.0.0.1:1', 'mongodb://127.0.0.1:1/jobs', 'postgres://u@127.0.0.1:1/jobs']) {
      expect((await examine({ JOBS_URL: url })).jobs).toMatchObject({ ok: false, detail: 'cannot be used' });
    }
  });
});
