import { apiVersion } from '@product-content/contract';
import { to as copyTo } from 'pg-copy-streams';
import type { FileStore } from '../files/index.ts';
import { type Clock, StartError } from '../kernel/index.ts';
import { inspectDatabase, selectMigrations } from '../storage/index.ts';
import { type ArchiveWriter, writeArchive } from './archive.ts';
import { FileArchiver } from './archive-files.ts';
import { copyTable, lockTables, selectSequences, selectTables } from './backup.sql.ts';
import { Digest } from './digest.ts';
import {
  type BackupHeader,
  type BackupManifest,
  type BackupSummary,
  backupFormat,
  headerName,
  manifestName,
  summarize,
  tablesFolder,
} from './manifest.ts';
import { type BackupConnection, openConnection } from './open-connection.ts';

export interface WriteBackupOptions {
  readonly databaseUrl: string;
  readonly files: FileStore;
  readonly clock: Clock;
  /** Called when the backup can begin. */
  readonly openDestination: () => NodeJS.WritableStream;
}

/** Bytes of one part of a table: an archive must know the length of each entry in advance. */
const partBytes = 4 * 2 ** 20;

/** Files may be deleted after the snapshot of a round, which needs another one; rounds quickly get shorter. */
const maxRounds = 20;

const snapshot = 'begin isolation level repeatable read, read only';

/**
 * Writes database and files as of one moment, while servers continue to write.
 *
 * Most files are archived first, then those created in the meantime, until a snapshot names no others. Only then are
 * the tables read, from that snapshot. So no file has to be protected from deletion.
 *
 * @throws StartError when the schema is not that of this release.
 */
export async function writeBackup(options: WriteBackupOptions): Promise<BackupSummary> {
  const { databaseUrl, files: store, clock, openDestination } = options;
  const { waitingMigrations, unknownMigrations } = await inspectDatabase(databaseUrl, clock.now);
  if (waitingMigrations.length + unknownMigrations.length > 0)
    throw new StartError('The database has the schema of another release: back it up with that one.');
  await using connection = await openConnection(databaseUrl);
  await using list = await openConnection(databaseUrl);
  const columns = new Map((await connection.run(selectTables, {})).map((table) => [table.name, [...table.columns]]));
  const header: BackupHeader = {
    format: backupFormat,
    version: apiVersion,
    createdAt: clock.now().toISOString(),
    migrations: await readMigrations(connection),
    tables: Object.fromEntries(columns),
  };
  let summary: BackupSummary | undefined;
  await writeArchive(openDestination(), async (archive) => {
    await addJson(archive, headerName, header);
    const digest = new Digest();
    const files = await FileArchiver.create({ archive, store, digest, list });
    await connection.query(snapshot);
    const missing = await files.archive(connection, 'with hold');
    const missingFiles = await settleFiles({ connection, files, missing, tables: [...columns.keys()] });
    if ((await readMigrations(connection)).join() !== header.migrations.join())
      throw new StartError('The database was migrated in the meantime: begin the backup again.');
    const tables: BackupManifest['tables'] = {};
    for (const [name, names] of columns) tables[name] = await addTable(archive, connection, name, names);
    const manifest: BackupManifest = {
      tables,
      sequences: await readSequences(connection),
      files: { count: files.count, ...digest.end() },
      missingFiles,
    };
    await addJson(archive, manifestName, manifest);
    summary = summarize(header, manifest);
  });
  return summary as BackupSummary;
}

interface SettleFilesOptions {
  readonly connection: BackupConnection;
  readonly files: FileArchiver;
  /** Keys of files that the store did not have at first. */
  readonly missing: readonly string[];
  readonly tables: readonly string[];
}

/**
 * Leaves a snapshot open whose files are all archived. A file that two snapshots in a row name, and that the store does
 * not have, was lost before the backup; a file deleted in between is not named again.
 *
 * @returns keys of lost files.
 */
async function settleFiles(options: SettleFilesOptions): Promise<string[]> {
  const { connection, files, tables } = options;
  let before = new Set(options.missing);
  for (let round = 1; round <= maxRounds; round += 1) {
    await connection.query(snapshot);
    // No migration may change a table before it is copied.
    await connection.query(lockTables(tables));
    const missing = await files.archive(connection);
    if (missing.every((key) => before.has(key))) return missing;
    before = new Set(missing);
    await connection.query('rollback');
  }
  throw new StartError('Files are deleted faster than they can be archived: try again at a quieter time.');
}

async function addTable(
  archive: ArchiveWriter,
  { client }: BackupConnection,
  name: string,
  columns: readonly string[],
): Promise<BackupManifest['tables'][string]> {
  const copy = client.query(copyTo(copyTable(name, columns, 'to stdout')));
  const digest = new Digest();
  let part = 0;
  for await (const chunks of inParts(digest.passThrough(copy))) {
    part += 1;
    const size = chunks.reduce((total, chunk) => total + chunk.length, 0);
    await archive.add(`${tablesFolder}${name}/${String(part).padStart(6, '0')}`, size, chunks);
  }
  return { rows: copy.rowCount, ...digest.end() };
}

async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array[]> {
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < partBytes) continue;
    yield chunks;
    [chunks, bytes] = [[], 0];
  }
  if (bytes > 0) yield chunks;
}

async function addJson(archive: ArchiveWriter, name: string, value: unknown): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  await archive.add(name, bytes.length, [bytes]);
}

async function readMigrations(connection: BackupConnection): Promise<string[]> {
  return (await connection.run(selectMigrations, {})).map(({ name }) => name).sort();
}

/** Keyed by `table.column`. */
async function readSequences(connection: BackupConnection): Promise<Record<string, string>> {
  const rows = await connection.run(selectSequences, {});
  return Object.fromEntries(
    rows.flatMap(({ table, column, last }) => (last === null ? [] : [[`${table}.${column}`, last]])),
  );
}
