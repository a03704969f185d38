import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createApi } from '@product-content/test-support/app/api';
import { startS3 } from '@product-content/test-support/servers/s3-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BackupInstallation, expectConsistent, query } from '#testing/backup/installation.ts';
import { decodeId } from '#testing/index.ts';
import { startTestApp } from '#testing/test-app.ts';
import { createFolderFileStore, type FileStore } from '../files/index.ts';
import { systemClock, systemIds } from '../kernel/index.ts';
import type { BackupManifest } from './manifest.ts';
import { readBackup } from './read-backup.ts';
import { writeBackup } from './write-backup.ts';

const installation = BackupInstallation.start();

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

describe('pcm backup and pcm restore', () => {
  it('restore every row and every file of all workspaces', async () => {
    const { id } = await installation.uploadAsset();
    expect(
      (await installation.api.post('/products', { sku: 'KEPT', name: 'Käfer\t\\N\n"', images: [{ assetId: id }] }))
        .status,
    ).toBe(201);
    expect((await installation.api.post('/webhooks', { url: 'https://1.1.1.1/', events: ['*'] })).status).toBe(201);
    const file = installation.path('kept.tar.gz');
    const saved = await installation.pcm(['backup', file, '--json']);
    expect(saved).toMatchObject({ code: 0, errors: '' });
    expect(await installation.pcm(['backup', '--verify', file])).toMatchObject({ code: 0 });

    const target = await installation.emptyTarget();
    expect(await installation.pcm(['restore', file, '--json'], target)).toMatchObject({
      code: 0,
      errors: '',
      out: saved.out,
    });
    await expectConsistent(target);
    const again = installation.path('again.tar.gz');
    expect(await installation.pcm(['backup', again], target)).toMatchObject({ code: 0 });
    const [first, second] = [await manifestOf(file), await manifestOf(again)];
    expect(second.tables).toEqual(first.tables);
    expect(second.files).toMatchObject({ count: first.files.count, bytes: first.files.bytes });

    const restored = await startTestApp({ databaseUrl: target.url, files: { kind: 'folder', path: target.files } });
    onTestFinished(() => restored.stop());
    const other = createApi(restored.baseUrl, installation.app.key);
    expect((await other.get('/products/KEPT')).data).toMatchObject({ name: 'Käfer\t\\N\n"', version: 1 });
    expect((await other.get('/events')).data).toEqual((await installation.api.get('/events')).data);
  });

  it('restore indexes, foreign keys and sequences as in a new database', async () => {
    const file = installation.path('schema.tar.gz');
    await installation.pcm(['backup', file]);
    const target = await installation.newTarget();
    await installation.pcm(['restore', file], target);
    const schema = `
      select indexdef as line from pg_indexes where schemaname = 'public'
      union all select conname || ' ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) || convalidated from pg_constraint
      where connamespace = 'public'::regnamespace order by 1`;
    expect(await query(target, schema)).toEqual(await query(installation.source, schema));
  });

  it('move the files of a folder into a bucket, and back into a folder', async () => {
    const bucket = await startS3();
    onTestFinished(bucket.stop);
    await installation.uploadAsset();
    const [ofFolder, ofBucket] = [installation.path('of-folder.tar.gz'), installation.path('of-bucket.tar.gz')];
    await installation.pcm(['backup', ofFolder]);
    const files = `s3://files/pim?endpoint=${encodeURIComponent(bucket.url)}`;
    const inBucket = { ...(await installation.emptyTarget()), files };
    expect(await installation.pcm(['restore', ofFolder], inBucket)).toMatchObject({ code: 0, errors: '' });
    expect(await installation.pcm(['backup', ofBucket], inBucket)).toMatchObject({ code: 0, errors: '' });
    // Their digests differ: it depends on the order in which the database names the files.
    const [{ files: moved }, { files: saved }] = [await manifestOf(ofBucket), await manifestOf(ofFolder)];
    expect([moved.count, moved.bytes]).toEqual([saved.count, saved.bytes]);
    const inFolder = await installation.emptyTarget();
    expect(await installation.pcm(['restore', ofBucket], inFolder)).toMatchObject({ code: 0, errors: '' });
    await expectConsistent(inFolder);
  });

  it('leave nothing under their name, and the database as it was, when the bucket is away', async () => {
    const bucket = await startS3();
    const files = `s3://files/pim?endpoint=${encodeURIComponent(bucket.url)}`;
    const [whole, never] = [installation.path('whole.tar.gz'), installation.path('never-whole.tar.gz')];
    await installation.uploadAsset();
    await installation.pcm(['backup', whole]);
    const target = { ...(await installation.emptyTarget()), files };
    await bucket.stop();
    const restored = await installation.pcm(['restore', whole], target);
    expect(restored).toMatchObject({ code: 1, errors: expect.stringMatching(/^[^\n]+\n$/) });
    expect(await query(target, 'select slug from workspace')).toEqual([]);
    const saved = await installation.pcm(['backup', never], { url: installation.app.databaseUrl, files });
    expect(saved).toMatchObject({ code: 1, errors: expect.stringMatching(/^[^\n]+\n$/) });
    expect(existsSync(never)).toBe(false);
  });

  it('replace a file only if told to', async () => {
    const file = installation.path('earlier.tar.gz');
    await writeFile(file, 'An earlier backup.');
    const refused = await installation.pcm(['backup', file]);
    expect(refused).toMatchObject({
      code: 1,
      errors: `${file} exists: name another file, or replace it with --force.\n`,
    });
    expect(await readFile(file, 'utf8')).toBe('An earlier backup.');
    expect(await installation.pcm(['backup', file, '--force'])).toMatchObject({ code: 0, errors: '' });
    expect(await installation.pcm(['backup', '--verify', file])).toMatchObject({ code: 0 });
  });

  it('work through standard output', async () => {
    const { code, out, errors } = await installation.pcm(['backup', '-']);
    expect({ code, errors }).toEqual({ code: 0, errors: expect.stringMatching(/^Saved: \d+ rows of \d+ tables/) });
    const file = installation.path('piped.tar.gz');
    await writeFile(file, out);
    expect(await installation.pcm(['backup', '--verify', file])).toMatchObject({ code: 0 });
  });

  it('contain the state of one moment while others write', async () => {
    let writing = true;
    const write = async (writer: number) => {
      for (let round = 0; writing; round += 1) {
        const sku = `W${writer}-${round}`;
        const asset = await installation.uploadAsset();
        await installation.api.post('/products', { sku, name: sku, images: [{ assetId: asset.id }] });
        await installation.api.patch(`/products/${sku}`, { name: `${sku} again` });
        if (round % 3 === 0) await installation.api.delete(`/products/${sku}`);
        if (round % 3 === 0) await installation.api.delete(`/assets/${asset.id}`);
      }
    };
    const writers = [0, 1, 2].map(write);
    try {
      await expect.poll(async () => (await installation.api.get('/products')).data.length).toBeGreaterThan(5);
      const file = installation.path('written.tar.gz');
      expect(await installation.pcm(['backup', file])).toMatchObject({ code: 0, errors: '' });
      expect((await manifestOf(file)).missingFiles).toEqual([]);
      const target = await installation.emptyTarget();
      expect(await installation.pcm(['restore', file], target)).toMatchObject({ code: 0, errors: '' });
      await expectConsistent(target);
    } finally {
      writing = false;
      await Promise.all(writers);
    }
  });

  it('contain the files of that moment, whatever is added and deleted in between', async () => {
    const [early, late] = [await installation.uploadAsset(), await installation.uploadAsset()];
    const added: string[] = [];
    let looks = 0;
    const store = createFolderFileStore(installation.path('files'), systemIds);
    const changing: FileStore = {
      ...store,
      async stat(key) {
        looks += 1;
        // While the first files are archived, one is deleted and another one is added.
        if (looks === 1) {
          await installation.api.delete(`/assets/${late.id}`);
          added.push((await installation.uploadAsset()).id, (await installation.uploadAsset()).id);
        }
        // And a file that the snapshot names is deleted before it is archived.
        const [, toDelete] = added;
        if (toDelete !== undefined && key === `assets/${decodeId('asset', toDelete)}`)
          await installation.api.delete(`/assets/${toDelete}`);
        return store.stat(key);
      },
    };
    const file = installation.path('changing.tar.gz');
    const openDestination = () => createWriteStream(file);
    await writeBackup({
      databaseUrl: installation.app.databaseUrl,
      files: changing,
      clock: systemClock,
      openDestination,
    });
    const { missingFiles } = await manifestOf(file);
    expect(missingFiles).toEqual([]);
    const target = await installation.emptyTarget();
    await installation.pcm(['restore', file], target);
    await expectConsistent(target);
    const restored = await startTestApp({ databaseUrl: target.url, files: { kind: 'folder', path: target.files } });
    onTestFinished(() => restored.stop());
    const other = createApi(restored.baseUrl, installation.app.key);
    const statuses = await Promise.all(
      [early.id, late.id, ...added].map(async (id) => (await other.get(`/assets/${id}`)).status),
    );
    expect(statuses).toEqual([200, 404, 200, 404]);
  });

  it('name files that the store has lost', async () => {
    const { id } = await installation.uploadAsset();
    const [row] = await query<{ id: string }>(
      installation.source,
      'select id from asset order by created_at desc limit 1',
    );
    const store = createFolderFileStore(installation.path('files'), systemIds);
    await store.delete([`assets/${row?.id}`]);
    const { code, out } = await installation.pcm(['backup', installation.path('lost.tar.gz')]);
    expect({ code, out: out.toString() }).toEqual({
      code: 0,
      out: expect.stringContaining(`Missing in the store: assets/${row?.id}`),
    });
    await installation.api.delete(`/assets/${id}`);
  });
});
