import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Api, createApi } from '@product-content/test-support/app/api';
import { createScratchDatabase } from '@product-content/test-support/database';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeImage } from '#testing/assets/image-files.ts';
import { createTestDatabase, decodeId } from '#testing/index.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { runCommand } from '../cli/run-command.ts';
import { entities } from '../entities.ts';
import { createFolderFileStore, type FileStore } from '../files/index.ts';
import { systemClock, systemIds } from '../kernel/index.ts';
import { applyMigrations, migrationNames, Orm } from '../storage/index.ts';
import { writeArchive } from './archive.ts';
import { copyTable, selectTables } from './backup.sql.ts';
import { Digest } from './digest.ts';
import type { BackupManifest } from './manifest.ts';
import { openConnection } from './open-connection.ts';
import { readBackup } from './read-backup.ts';
import { writeBackup } from './write-backup.ts';

let folder: string;
let app: TestApp;
let api: Api;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'product-content-backup-'));
  app = await startTestApp({ files: { kind: 'folder', path: join(folder, 'files') } });
  api = createApi(app.baseUrl, app.key);
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Target {
  readonly url: string;
  readonly files: string;
}

/** A database without tables, like a new one. */
async function newTarget(): Promise<Target> {
  const database = await createScratchDatabase();
  onTestFinished(() => database.drop({ force: true }));
  return { url: database.url, files: await mkdtemp(join(folder, 'restored-')) };
}

/** A database with this release's tables, which is quicker. */
async function emptyTarget(): Promise<Target> {
  const database = await createTestDatabase({ poolSize: 1 });
  onTestFinished(() => database.drop());
  return { url: database.url, files: await mkdtemp(join(folder, 'restored-')) };
}

/** Runs `pcm` on the app's installation, or another one. */
async function pcm(words: readonly string[], target: Target = { url: app.test.url, files: join(folder, 'files') }) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const environment = { DATA_DIR: join(folder, 'data'), DATABASE_URL: target.url, ASSETS_URL: `file:${target.files}` };
  const output = { stdout, stderr: stderr as unknown as NodeJS.WriteStream };
  const printed = Promise.all([buffer(stdout), text(stderr)]);
  const code = await runCommand({ words, environment, output });
  stdout.end();
  stderr.end();
  const [out, errors] = await printed;
  return { code, out, errors };
}

let colors = 0;

/** An image with a unique color. */
async function uploadAsset(): Promise<{ id: string }> {
  colors += 1;
  const color = { r: colors % 256, g: colors >> 8, b: 0 };
  const form = new FormData();
  form.append('file', new Blob([await makeImage('png', { width: 2, height: 2, color })]), `${colors}.png`);
  const { status, data } = await api.post<{ id: string }>('/assets', form);
  expect(status).toBe(201);
  return data;
}

async function query<Row extends object>({ url }: Pick<Target, 'url'>, statement: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function manifestOf(file: string): Promise<BackupManifest> {
  let found: BackupManifest | undefined;
  const ignore = async () => undefined;
  const drain = async (_: string, content: AsyncIterable<Uint8Array>) => {
    for await (const _ of content);
  };
  const end = async (manifest: BackupManifest) => {
    found = manifest;
  };
  await readBackup(createReadStream(file), { begin: ignore, file: drain, part: drain, end });
  return found as BackupManifest;
}

/** Checks what holds at any moment of an installation, but not in a mixture of two. */
async function expectConsistent(target: Target): Promise<void> {
  const count = async (rows: string) =>
    Number((await query<{ n: string }>(target, `select count(*) n from ${rows}`))[0]?.n);
  expect(
    await count(`outbox e where e.type like 'product.%' and e.type <> 'product.deleted' and not exists (
      select from product_version v where v.product_id = e.subject_id and v.version = e.subject_version)`),
  ).toBe(0);
  expect(
    await count(`product p where p.version <> (
      select max(version) from product_version v where v.product_id = p.id)`),
  ).toBe(0);
  const store = createFolderFileStore(target.files, systemIds);
  for (const { id, checksum } of await query<{ id: string; checksum: string }>(
    target,
    'select id, checksum from asset',
  )) {
    const content = await buffer(await store.open(`assets/${id}`));
    expect(createHash('sha256').update(content).digest('hex')).toBe(checksum);
  }
}

describe('pcm backup and pcm restore', () => {
  it('restore every row and every file of all workspaces', async () => {
    const { id } = await uploadAsset();
    expect(
      (await api.post('/products', { sku: 'KEPT', name: 'Käfer\t\\N\n"', images: [{ assetId: id }] })).status,
    ).toBe(201);
    expect((await api.post('/webhooks', { url: 'https://1.1.1.1/', events: ['*'] })).status).toBe(201);
    const file = join(folder, 'kept.tar.gz');
    const saved = await pcm(['backup', file, '--json']);
    expect(saved).toMatchObject({ code: 0, errors: '' });
    expect(await pcm(['backup', '--verify', file])).toMatchObject({ code: 0 });

    const target = await emptyTarget();
    expect(await pcm(['restore', file, '--json'], target)).toMatchObject({ code: 0, errors: '', out: saved.out });
    await expectConsistent(target);
    const again = join(folder, 'again.tar.gz');
    expect(await pcm(['backup', again], target)).toMatchObject({ code: 0 });
    const [first, second] = [await manifestOf(file), await manifestOf(again)];
    expect(second.tables).toEqual(first.tables);
    expect(second.files).toMatchObject({ count: first.files.count, bytes: first.files.bytes });

    const restored = await startTestApp({ databaseUrl: target.url, files: { kind: 'folder', path: target.files } });
    onTestFinished(() => restored.stop());
    const other = createApi(restored.baseUrl, app.key);
    expect((await other.get('/products/KEPT')).data).toMatchObject({ name: 'Käfer\t\\N\n"', version: 1 });
    expect((await other.get('/events')).data).toEqual((await api.get('/events')).data);
  });

  it('restore indexes, foreign keys and sequences as in a new database', async () => {
    const file = join(folder, 'schema.tar.gz');
    await pcm(['backup', file]);
    const target = await newTarget();
    await pcm(['restore', file], target);
    const schema = `
      select indexdef as line from pg_indexes where schemaname = 'public'
      union all select conname || ' ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) || convalidated from pg_constraint
      where connamespace = 'public'::regnamespace order by 1`;
    expect(await query(target, schema)).toEqual(await query({ url: app.test.url }, schema));
  });

  it('work through standard input and output', async () => {
    const { code, out, errors } = await pcm(['backup', '-']);
    expect({ code, errors }).toEqual({ code: 0, errors: expect.stringMatching(/^Saved: \d+ rows of \d+ tables/) });
    const file = join(folder, 'piped.tar.gz');
    await writeFile(file, out);
    expect(await pcm(['backup', '--verify', file])).toMatchObject({ code: 0 });
  });

  it('contain the state of one moment while others write', async () => {
    let writing = true;
    const write = async (writer: number) => {
      for (let round = 0; writing; round += 1) {
        const sku = `W${writer}-${round}`;
        const asset = await uploadAsset();
        await api.post('/products', { sku, name: sku, images: [{ assetId: asset.id }] });
        await api.patch(`/products/${sku}`, { name: `${sku} again` });
        if (round % 3 === 0) await api.delete(`/products/${sku}`);
        if (round % 3 === 0) await api.delete(`/assets/${asset.id}`);
      }
    };
    const writers = [0, 1, 2].map(write);
    try {
      await expect.poll(async () => (await api.get('/products')).data.length).toBeGreaterThan(5);
      const file = join(folder, 'written.tar.gz');
      expect(await pcm(['backup', file])).toMatchObject({ code: 0, errors: '' });
      expect((await manifestOf(file)).missingFiles).toEqual([]);
      const target = await emptyTarget();
      expect(await pcm(['restore', file], target)).toMatchObject({ code: 0, errors: '' });
      await expectConsistent(target);
    } finally {
      writing = false;
      await Promise.all(writers);
    }
  });

  it('contain the files of that moment, whatever is added and deleted in between', async () => {
    const [early, late] = [await uploadAsset(), await uploadAsset()];
    const added: string[] = [];
    let looks = 0;
    const store = createFolderFileStore(join(folder, 'files'), systemIds);
    const changing: FileStore = {
      ...store,
      async stat(key) {
        looks += 1;
        // While the first files are archived, one is deleted and another one is added.
        if (looks === 1) {
          await api.delete(`/assets/${late.id}`);
          added.push((await uploadAsset()).id, (await uploadAsset()).id);
        }
        // And a file that the snapshot names is deleted before it is archived.
        const [, doomed] = added;
        if (doomed !== undefined && key === `assets/${decodeId('asset', doomed)}`)
          await api.delete(`/assets/${doomed}`);
        return store.stat(key);
      },
    };
    const file = join(folder, 'changing.tar.gz');
    const openDestination = () => createWriteStream(file);
    await writeBackup({ databaseUrl: app.test.url, files: changing, clock: systemClock, openDestination });
    const { missingFiles } = await manifestOf(file);
    expect(missingFiles).toEqual([]);
    const target = await emptyTarget();
    await pcm(['restore', file], target);
    await expectConsistent(target);
    const restored = await startTestApp({ databaseUrl: target.url, files: { kind: 'folder', path: target.files } });
    onTestFinished(() => restored.stop());
    const other = createApi(restored.baseUrl, app.key);
    const statuses = await Promise.all(
      [early.id, late.id, ...added].map(async (id) => (await other.get(`/assets/${id}`)).status),
    );
    expect(statuses).toEqual([200, 404, 200, 404]);
  });

  it('name files that the store has lost', async () => {
    const { id } = await uploadAsset();
    const [row] = await query<{ id: string }>(
      { url: app.test.url },
      'select id from asset order by created_at desc limit 1',
    );
    const store = createFolderFileStore(join(folder, 'files'), systemIds);
    await store.delete([`assets/${row?.id}`]);
    const { code, out } = await pcm(['backup', join(folder, 'lost.tar.gz')]);
    expect({ code, out: out.toString() }).toEqual({
      code: 0,
      out: expect.stringContaining(`Missing in the store: assets/${row?.id}`),
    });
    await api.delete(`/assets/${id}`);
  });
});

describe('pcm restore', () => {
  let file: string;
  beforeAll(async () => {
    file = join(folder, 'source.tar.gz');
    expect(await pcm(['backup', file])).toMatchObject({ code: 0 });
  });
  const workspaces = async (target: Pick<Target, 'url'>) => query(target, 'select slug from workspace');

  it('refuses a database that has content, and replaces it if asked', async () => {
    const target = await emptyTarget();
    await pcm(
      ['workspace', 'create', '--slug', 'old', '--name', 'Old', '--locales', 'en', '--currencies', 'EUR'],
      target,
    );
    expect(await pcm(['restore', file], target)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^The database has content: .*--replace\.\n$/),
    });
    expect(await workspaces(target)).toEqual([{ slug: 'old' }]);
    expect(await pcm(['restore', file, '--replace'], target)).toMatchObject({ code: 0, errors: '' });
    expect(await workspaces(target)).toEqual(await workspaces({ url: app.test.url }));
  });

  it('refuses a database that a server uses', async () => {
    expect(await pcm(['restore', file, '--replace'])).toMatchObject({
      code: 1,
      errors: 'A server uses the database: stop it first.\n',
    });
  });

  it.each<[what: string, damage: (bytes: Buffer) => Buffer, message: string]>([
    ['cut off', (bytes) => bytes.subarray(0, bytes.length / 2), 'cut off, changed, or not a backup'],
    ['no archive', () => Buffer.from('x'), 'cut off, changed, or not a backup'],
    [
      'changed',
      // A byte in the checksum of the whole archive: damage elsewhere may be reported by any of several checks.
      (bytes) => bytes.map((byte, index) => (index === bytes.length - 6 ? byte ^ 1 : byte)) as Buffer,
      'The backup cannot be used: ',
    ],
    [
      'changed and compressed again',
      (bytes) => {
        const unpacked = gunzipSync(bytes);
        unpacked.write('x', unpacked.indexOf(`\t${app.workspace.slug}\t`) + 1);
        return gzipSync(unpacked);
      },
      'the rows of workspace differ from what was saved',
    ],
  ])('leaves the database as it was when the backup is %s', async (_, damage, message) => {
    const damaged = join(folder, 'damaged.tar.gz');
    await writeFile(damaged, damage(await readFile(file)));
    const target = await emptyTarget();
    expect(await pcm(['restore', damaged], target)).toMatchObject({
      code: 1,
      errors: expect.stringContaining(message),
    });
    expect(await pcm(['backup', '--verify', damaged])).toMatchObject({
      code: 1,
      errors: expect.stringContaining(message),
    });
    expect(await workspaces(target)).toEqual([]);
    expect(await pcm(['restore', file], target)).toMatchObject({ code: 0, errors: '' });
  });

  it('refuses a database with the schema of a later release', async () => {
    const target = await emptyTarget();
    await query(target, `insert into migration (name) values ('9999-later')`);
    expect(await pcm(['restore', file], target)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('a later release than the backup (9999-later)'),
    });
    expect(await pcm(['backup', join(folder, 'never')], target)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('the schema of another release'),
    });
  });

  it('fills tables with the schema of 1.0.0, then migrates them', async () => {
    const old = await newTarget();
    const migrations = migrationNames.filter((name) => name < '0018');
    const orm = new Orm({ url: old.url, poolSize: 2, entities });
    await applyMigrations(orm, migrations);
    await orm.close();
    await query(
      old,
      `insert into workspace (id, slug, name, default_locale, locales, default_currency, currencies, created_at)
        values (gen_random_uuid(), 'old', 'Old', 'en', '{en}', 'EUR', '{EUR}', now())`,
    );
    await using connection = await openConnection(old.url);
    const columns = new Map((await connection.run(selectTables, {})).map((table) => [table.name, [...table.columns]]));
    const tables: BackupManifest['tables'] = {};
    await writeArchive(createWriteStream(join(folder, 'old.tar.gz')), async (archive) => {
      const addJson = async (name: string, value: object) => {
        const bytes = Buffer.from(JSON.stringify(value));
        await archive.add(name, bytes.length, [bytes]);
      };
      const createdAt = new Date().toISOString();
      await addJson('backup.json', {
        format: 1,
        version: '1.0.0',
        createdAt,
        migrations,
        tables: Object.fromEntries(columns),
      });
      for (const [name, names] of columns) {
        const copy = connection.client.query(copyTo(copyTable(name, names, 'to stdout')));
        const [digest, bytes] = [new Digest(), await buffer(copy)];
        digest.add(bytes);
        if (bytes.length > 0) await archive.add(`tables/${name}/000001`, bytes.length, [bytes]);
        tables[name] = { rows: copy.rowCount, ...digest.end() };
      }
      const files = { count: 0, ...new Digest().end() };
      await addJson('manifest.json', { tables, sequences: {}, files, missingFiles: [] });
    });
    const target = await newTarget();
    expect(await pcm(['restore', join(folder, 'old.tar.gz')], target)).toMatchObject({ code: 0, errors: '' });
    expect(await workspaces(target)).toEqual([{ slug: 'old' }]);
    const applied = await query<{ name: string }>(target, 'select name from migration order by name');
    expect(applied.map(({ name }) => name)).toEqual(migrationNames);
  });
});
