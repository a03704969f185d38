import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { to as copyTo } from 'pg-copy-streams';
import { beforeAll, describe, expect, it } from 'vitest';
import { BackupInstallation, type BackupTarget, query } from '#testing/backup/installation.ts';
import { entities } from '../entities.ts';
import { applyMigrations, migrationNames, Orm } from '../storage/index.ts';
import { writeArchive } from './archive.ts';
import { copyTable, selectTables } from './backup.sql.ts';
import { Digest } from './digest.ts';
import type { BackupManifest } from './manifest.ts';
import { openConnection } from './open-connection.ts';

const installation = BackupInstallation.start();

/** What a person is told: one line, without a stack. */
const damagedLine = /^The backup cannot be used: [^\n]+\n$/;

describe('pcm restore', () => {
  let file: string;
  beforeAll(async () => {
    file = installation.path('source.tar.gz');
    expect(await installation.pcm(['backup', file])).toMatchObject({ code: 0 });
  });
  const workspaces = async (target: Pick<BackupTarget, 'url'>) => query(target, 'select slug from workspace');

  it('refuses a database that has content, and replaces it if asked', async () => {
    const target = await installation.emptyTarget();
    await installation.pcm(
      ['workspace', 'create', '--slug', 'old', '--name', 'Old', '--locales', 'en', '--currencies', 'EUR'],
      target,
    );
    expect(await installation.pcm(['restore', file], target)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^The database has content: .*--replace\.\n$/),
    });
    expect(await workspaces(target)).toEqual([{ slug: 'old' }]);
    expect(await installation.pcm(['restore', file, '--replace'], target)).toMatchObject({ code: 0, errors: '' });
    expect(await workspaces(target)).toEqual(await workspaces(installation.source));
  });

  it('refuses a database that a server uses', async () => {
    expect(await installation.pcm(['restore', file, '--replace'])).toMatchObject({
      code: 1,
      errors: 'A server uses the database: stop it first.\n',
    });
  });

  it.each<[what: string, damage: (bytes: Buffer) => Buffer, message: string]>([
    ['cut off', (bytes) => bytes.subarray(0, bytes.length / 2), 'cut off, changed, or not a backup'],
    ['no archive', () => Buffer.from('x'), 'cut off, changed, or not a backup'],
    [
      'changed',
      // In the checksum of the whole: what a change elsewhere breaks first is a matter of chance.
      (bytes) => bytes.map((byte, index) => (index === bytes.length - 6 ? byte ^ 1 : byte)) as Buffer,
      'The backup cannot be used: ',
    ],
    [
      'changed and compressed again',
      (bytes) => {
        const unpacked = gunzipSync(bytes);
        unpacked.write('x', unpacked.indexOf(`\t${installation.app.workspace.slug}\t`) + 1);
        return gzipSync(unpacked);
      },
      'the rows of workspace differ from what was saved',
    ],
  ])('leaves the database as it was when the backup is %s', async (_, damage, message) => {
    const damaged = installation.path('damaged.tar.gz');
    await writeFile(damaged, damage(await readFile(file)));
    const target = await installation.emptyTarget();
    expect(await installation.pcm(['restore', damaged], target)).toMatchObject({
      code: 1,
      errors: expect.stringContaining(message),
    });
    expect(await installation.pcm(['backup', '--verify', damaged])).toMatchObject({
      code: 1,
      errors: expect.stringContaining(message),
    });
    expect(await workspaces(target)).toEqual([]);
    expect(await installation.pcm(['restore', file], target)).toMatchObject({ code: 0, errors: '' });
  });

  it('says that a backup is damaged, and changes nothing, wherever bytes of its rows are wrong', async () => {
    // PostgreSQL refuses such rows while many more are on their way.
    await query(
      installation.source,
      `insert into request_log (workspace_id, created_at, id, request_id, api_key_id, source, method, path,
         query_parameters, error_fields, is_replay, duration_ms)
       select gen_random_uuid(), now(), gen_random_uuid(), md5(i::text), gen_random_uuid(), 'api', 'GET',
         repeat(md5(i::text), 5), '{}', '{}', false, 1 from generate_series(1, 3000) as i`,
    );
    const [logged, damaged] = [installation.path('logged.tar.gz'), installation.path('wrong.tar.gz')];
    await installation.pcm(['backup', logged]);
    const unpacked = gunzipSync(await readFile(logged));
    const target = await installation.emptyTarget();
    const positions = ['tables/', 'tables/request_log', 'manifest.json'].map((name) => unpacked.indexOf(name));
    const [first = 0, log = 0, last = 0] = positions;
    for (const [round, at] of [first + 5000, log + 1000, log + 1001, log + 90_000, last - 2000].entries()) {
      const changed = Buffer.from(unpacked);
      changed[at] = (changed[at] ?? 0) ^ (1 << round);
      await writeFile(damaged, gzipSync(changed, { level: 1 }));
      const { code, errors } = await installation.pcm(['restore', damaged], target);
      expect({ at, code, errors }).toEqual({ at, code: 1, errors: expect.stringMatching(damagedLine) });
    }
    expect(await workspaces(target)).toEqual([]);
  });

  it('refuses a database with the schema of a later release', async () => {
    const target = await installation.emptyTarget();
    await query(target, `insert into migration (name) values ('9999-later')`);
    expect(await installation.pcm(['restore', file], target)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('a later release than the backup (9999-later)'),
    });
    expect(await installation.pcm(['backup', installation.path('never')], target)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('the schema of another release'),
    });
  });

  it('fills tables with the schema of 1.0.0, then migrates them', async () => {
    const old = await installation.newTarget();
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
    await writeArchive(createWriteStream(installation.path('old.tar.gz')), async (archive) => {
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
    const target = await installation.newTarget();
    expect(await installation.pcm(['restore', installation.path('old.tar.gz')], target)).toMatchObject({
      code: 0,
      errors: '',
    });
    expect(await workspaces(target)).toEqual([{ slug: 'old' }]);
    const applied = await query<{ name: string }>(target, 'select name from migration order by name');
    expect(applied.map(({ name }) => name)).toEqual(migrationNames);
  });
});
