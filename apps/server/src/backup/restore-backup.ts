import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { entities } from '../entities.ts';
import { hasContent } from '../features/workspaces/index.ts';
import type { FileStore } from '../files/index.ts';
import { type Logger, StartError, systemClock } from '../kernel/index.ts';
import { outboxFollowers } from '../outbox-followers.ts';
import {
  applyMigrations,
  awaitServer,
  holdMigrations,
  inspectDatabase,
  migrationNames,
  Orm,
  openDatabase,
} from '../storage/index.ts';
import { BackupDamaged } from './archive.ts';
import {
  continueSequence,
  copyTable,
  countServers,
  emptyTables,
  selectSecondaries,
  selectTables,
} from './backup.sql.ts';
import type { BackupHeader, BackupManifest, BackupSummary } from './manifest.ts';
import { type BackupConnection, openConnection } from './open-connection.ts';
import { type BackupReceiver, readBackup } from './read-backup.ts';

export interface RestoreBackupOptions {
  readonly source: Readable;
  readonly databaseUrl: string;
  readonly files: FileStore;
  readonly logger: Logger;
  /** Whether the database may have content, which is then deleted. */
  readonly replace: boolean;
}

/**
 * Brings database and files to the state of a backup, and the schema to that of this release.
 *
 * The files come first. The rows follow in one transaction, which is committed only after everything was read and found
 * unchanged: until then, the database is not modified.
 *
 * @throws StartError when the database has content, servers are connected to it, or the backup cannot be used.
 */
export async function restoreBackup(options: RestoreBackupOptions): Promise<BackupSummary> {
  const { databaseUrl: url, logger } = options;
  let summary: BackupSummary;
  {
    await using connection = await openConnection(url);
    summary = await readBackup(options.source, new Restoration(options, connection));
    await connection.query('analyze');
  }
  // Runs the migrations of later releases, and restores the order of events, which may come from another database
  // server.
  const { database } = await openDatabase({ url, poolSize: 2, entities, followers: outboxFollowers, logger });
  await database.close();
  return summary;
}

class Restoration implements BackupReceiver {
  readonly #options: RestoreBackupOptions;
  readonly #connection: BackupConnection;
  readonly #rows = new Map<string, number>();
  #header: BackupHeader | undefined;
  /** Statements that restore what was dropped to load the tables; undefined until the transaction has begun. */
  #secondaries: readonly string[] | undefined;
  #copy: { readonly table: string; readonly stream: ReturnType<typeof copyFrom> } | undefined;

  constructor(options: RestoreBackupOptions, connection: BackupConnection) {
    this.#options = options;
    this.#connection = connection;
  }

  async begin(header: BackupHeader): Promise<void> {
    const unknown = header.migrations.filter((name) => !migrationNames.includes(name));
    if (unknown.length > 0)
      throw new StartError(
        `The backup is of a later release, which has ${unknown.join(', ')}: restore it with that one.`,
      );
    // Servers that start now wait.
    await this.#connection.query(holdMigrations);
    await this.#assertRestorable(header);
    await this.#migrate(header.migrations);
    await this.#assertColumns(header);
    this.#header = header;
  }

  async file(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#options.files.put(key, content);
  }

  async part(table: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    this.#secondaries ??= await this.#beginTransaction();
    const stream = await this.#copyOf(table);
    for await (const bytes of content) await write(stream, bytes).catch(failAsDamaged(table));
  }

  async end(manifest: BackupManifest): Promise<void> {
    this.#secondaries ??= await this.#beginTransaction();
    await this.#endCopy();
    for (const [table, { rows }] of Object.entries(manifest.tables)) {
      if ((this.#rows.get(table) ?? 0) !== rows) throw new BackupDamaged(`the table ${table} lacks rows`);
    }
    for (const statement of this.#secondaries) await this.#connection.query(statement);
    for (const [name, last] of Object.entries(manifest.sequences)) {
      await this.#connection.query(continueSequence, [...name.split('.'), last]);
    }
    await this.#connection.query('commit');
  }

  /** Brings an empty database to the schema of the backup. */
  async #migrate(names: readonly string[]): Promise<void> {
    const orm = new Orm({ url: this.#options.databaseUrl, poolSize: 2, entities });
    try {
      await awaitServer(orm);
      await applyMigrations(orm, names);
    } finally {
      await orm.close();
    }
  }

  async #assertRestorable({ migrations }: BackupHeader): Promise<void> {
    const connection = this.#connection;
    const { appliedMigrations } = await inspectDatabase(this.#options.databaseUrl, systemClock.now);
    if (appliedMigrations.length === 0) return;
    const [servers] = await connection.run(countServers, {});
    if ((servers?.connections ?? 0) > 0) throw new StartError('A server uses the database: stop it first.');
    const [content] = await connection.run(hasContent, {});
    if (content?.found === true && !this.#options.replace)
      throw new StartError(
        'The database has content: restore into an empty one, or delete its content with --replace.',
      );
    const later = appliedMigrations.filter((name) => !migrations.includes(name));
    if (later.length > 0)
      throw new StartError(
        `The database has the schema of a later release than the backup (${later.join(', ')}): restore into a new database.`,
      );
  }

  async #assertColumns({ tables }: BackupHeader): Promise<void> {
    const columns = new Map((await this.#connection.run(selectTables, {})).map((table) => [table.name, table.columns]));
    for (const [table, names] of Object.entries(tables)) {
      const known = columns.get(table)?.toSorted() ?? [];
      if (known.join() !== names.toSorted().join())
        throw new BackupDamaged(`the table ${table} has different columns here`);
    }
  }

  /** @returns statements that restore indexes and foreign keys, which are much faster to rebuild than to maintain. */
  async #beginTransaction(): Promise<readonly string[]> {
    const connection = this.#connection;
    const secondaries = await connection.run(selectSecondaries, {});
    await connection.query('begin');
    await connection.query(`set local maintenance_work_mem = '256MB'`);
    await connection.query(emptyTables((await connection.run(selectTables, {})).map(({ name }) => name)));
    for (const { drop } of secondaries) await connection.query(drop);
    return secondaries.map(({ create }) => create);
  }

  async #copyOf(table: string): Promise<Writable> {
    if (this.#copy?.table === table) return this.#copy.stream;
    await this.#endCopy();
    const columns = this.#header?.tables[table] ?? [];
    const stream = this.#connection.client.query(copyFrom(copyTable(table, columns, 'from stdin')));
    // When PostgreSQL refuses a row, the stream lets go of its connection and is not destroyed: the next write would throw, even
    // out of an event of the socket, where nothing catches it.
    stream.on('error', (error) => stream.destroy(error));
    this.#copy = { table, stream };
    return stream;
  }

  async #endCopy(): Promise<void> {
    if (this.#copy === undefined) return;
    const { table, stream } = this.#copy;
    await end(stream).catch(failAsDamaged(table));
    this.#rows.set(table, stream.rowCount);
    this.#copy = undefined;
  }
}

/** @throws the error of the stream. */
async function write(stream: Writable, bytes: Uint8Array): Promise<void> {
  if (stream.errored !== null) throw stream.errored;
  if (!stream.write(bytes)) await once(stream, 'drain');
}

/** Waits until PostgreSQL has taken all rows. @throws the error of the stream. */
async function end(stream: Writable): Promise<void> {
  if (stream.errored !== null) throw stream.errored;
  stream.end();
  await finished(stream);
}

/** Rows that PostgreSQL cannot read or that break a rule: data exceptions, and violations of constraints. */
const wrongRows = /^2[23]/;

function failAsDamaged(table: string): (error: unknown) => never {
  return (cause) => {
    const isDamage = cause instanceof pg.DatabaseError && wrongRows.test(cause.code ?? '');
    throw isDamage ? new BackupDamaged(`the rows of ${table} differ from what was saved`, { cause }) : cause;
  };
}
