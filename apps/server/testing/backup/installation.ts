import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { type Api, createApi } from '@product-content/test-support/app/api';
import { createScratchDatabase } from '@product-content/test-support/database';
import { s3Credentials } from '@product-content/test-support/servers/s3-server';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { runCommand } from '../../src/cli/run-command.ts';
import { createFolderFileStore } from '../../src/files/index.ts';
import { systemIds } from '../../src/kernel/index.ts';
import { makeImage } from '../assets/image-files.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { createTestDatabase } from '../test-database.ts';

/** A database and its files. */
export interface BackupTarget {
  readonly url: string;
  /** A folder, or the address of a bucket. */
  readonly files: string;
}

/** A running server with files in a folder, what backups are made of it with, and what they are restored into. */
export class BackupInstallation {
  folder = '';
  app!: TestApp;
  api!: Api;
  #colors = 0;

  /** One for all tests of a file. */
  static start(): BackupInstallation {
    const installation = new BackupInstallation();
    beforeAll(async () => {
      installation.folder = await mkdtemp(join(tmpdir(), 'product-content-backup-'));
      installation.app = await startTestApp({ files: { kind: 'folder', path: installation.path('files') } });
      installation.api = createApi(installation.app.baseUrl, installation.app.key);
    });
    afterAll(async () => {
      await installation.app.stop();
      await rm(installation.folder, { recursive: true, force: true });
    });
    return installation;
  }

  /** In the folder of the test. */
  path(name: string): string {
    return join(this.folder, name);
  }

  /** The database and the files of the server. */
  get source(): BackupTarget {
    return { url: this.app.databaseUrl, files: this.path('files') };
  }

  /** A database without tables, as a new one is. */
  async newTarget(): Promise<BackupTarget> {
    const database = await createScratchDatabase();
    onTestFinished(() => database.drop({ force: true }));
    return { url: database.url, files: await mkdtemp(this.path('restored-')) };
  }

  /** A database with this release's tables, which is quicker. */
  async emptyTarget(): Promise<BackupTarget> {
    const database = await createTestDatabase({ poolSize: 1 });
    onTestFinished(() => database.drop());
    return { url: database.url, files: await mkdtemp(this.path('restored-')) };
  }

  /** Runs `pcm` on the server's installation, or on another one. */
  async pcm(words: readonly string[], target = this.source) {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const environment = {
      DATA_DIR: this.path('data'),
      DATABASE_URL: target.url,
      ASSETS_URL: target.files.startsWith('s3:') ? target.files : `file:${target.files}`,
      AWS_ACCESS_KEY_ID: s3Credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
    };
    const output = { stdout, stderr: stderr as unknown as NodeJS.WriteStream };
    const printed = Promise.all([buffer(stdout), text(stderr)]);
    const code = await runCommand({ words, environment, output });
    stdout.end();
    stderr.end();
    const [out, errors] = await printed;
    return { code, out, errors };
  }

  /** An image of a color that no other one has. */
  async uploadAsset(): Promise<{ id: string }> {
    this.#colors += 1;
    const color = { r: this.#colors % 256, g: this.#colors >> 8, b: 0 };
    const form = new FormData();
    const image = await makeImage('png', { width: 2, height: 2, color });
    form.append('file', new Blob([image]), `${this.#colors}.png`);
    const { status, data } = await this.api.post<{ id: string }>('/assets', form);
    expect(status).toBe(201);
    return data;
  }
}

export async function query<Row extends object>({ url }: Pick<BackupTarget, 'url'>, statement: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** What holds of any moment of an installation, and does not of a mixture of two. */
export async function expectConsistent(target: BackupTarget): Promise<void> {
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
