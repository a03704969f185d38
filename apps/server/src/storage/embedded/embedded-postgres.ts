import { mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../../kernel/index.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { socketFolderOf, startPostgres, stopPostgres } from './postgres-process.ts';
import { findPostmaster } from './postmaster.ts';

/** The PostgreSQL server of a data directory, owned by this process. */
export interface EmbeddedPostgres {
  readonly url: string;
  /** Stops the server. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Called when the server was lost and could not be restarted. */
  readonly onLost?: (error: unknown) => void;
  /** How many processes will use it, which determines the number of connections. Default: 1. */
  readonly clients?: number;
}

const databaseName = 'product_content';

/** Held by the process that owns the data directory, as long as its session lasts. */
const ownerLock = 3_141_592_653;

/** Milliseconds in which the session of a killed owner should end. */
const takeOverMs = 3000;
const reachMs = 15_000;
const pauseMs = 100;

/**
 * Starts the PostgreSQL of a data directory, creating it if needed, and owns it for this process. A server whose owner
 * was killed is taken over while it runs; one that crashes is restarted, and the URL stays the same.
 *
 * @throws StartError when another process owns it, and when PostgreSQL does not start.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  { onLost = () => undefined, clients = 1 }: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(await existingFolder(dataDir));
  let stopping = false;
  let session: pg.Client;
  const hold = async (): Promise<void> => {
    session = await takeServer(cluster, dataDir, clients);
    session.once('end', () => {
      if (!stopping) hold().catch(onLost);
    });
  };
  await hold();
  return {
    url: urlOf(cluster, databaseName),
    async stop() {
      stopping = true;
      // Keeps the session open, so that nobody else can take the server over while it shuts down.
      await stopPostgres(cluster);
      await session.end().catch(() => undefined);
    },
  };
}

/** The session whose lock makes this process the owner, on a server that has our database. */
async function takeServer(cluster: Cluster, dataDir: string, clients: number): Promise<pg.Client> {
  const session = await reachServer(cluster, clients);
  await takeOwnership(session, dataDir);
  await createDatabase(session);
  return session;
}

/** The URL of the server that another process runs on a data directory, or null. */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | null> {
  const folder = await realpath(`${dataDir}/database`).catch(() => null);
  if (folder === null) return null;
  const cluster = await openCluster(dataDir);
  if ((await findPostmaster(cluster.files)) === null) return null;
  const session = await connect(cluster, databaseName).catch(() => null);
  await session?.end();
  return session === null ? null : urlOf(cluster, databaseName);
}

async function existingFolder(dataDir: string): Promise<string> {
  try {
    // A recursive mkdir never ends if the parent exists and cannot contain folders, as in /proc.
    const hasParent = await stat(dirname(resolve(dataDir))).then(
      (parent) => parent.isDirectory(),
      () => false,
    );
    await mkdir(dataDir, { recursive: !hasParent }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return await realpath(dataDir);
  } catch (cause) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be created: ${(cause as Error).message}`, { cause });
  }
}

/** Starts the server unless it is running, and connects. Waits for a server that is shutting down. */
async function reachServer(cluster: Cluster, clients: number): Promise<pg.Client> {
  const deadline = Date.now() + reachMs;
  for (;;) {
    try {
      if ((await findPostmaster(cluster.files)) === null) await startPostgres(cluster, clients);
      return await connect(cluster, 'postgres');
    } catch (error) {
      // Another process may be starting or stopping it, or sessions of a killed server may not have ended yet.
      if (Date.now() > deadline) throw error;
      await delay(pauseMs);
    }
  }
}

async function takeOwnership(session: pg.Client, dataDir: string): Promise<void> {
  const deadline = Date.now() + takeOverMs;
  for (;;) {
    const { rows } = await session.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [ownerLock]);
    if (rows[0]?.taken === true) return;
    if (Date.now() > deadline) break;
    await delay(pauseMs);
  }
  const owner = await session.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and (classid::bigint << 32) + objid::bigint = $1`,
    [ownerLock],
  );
  await session.end();
  throw new StartError(`DATA_DIR ${dataDir} is in use by ${owner.rows[0]?.name ?? 'another process'}.`);
}

async function createDatabase(session: pg.Client): Promise<void> {
  const { rowCount } = await session.query('select from pg_database where datname = $1', [databaseName]);
  if (rowCount === 0) await session.query(`create database ${databaseName}`);
}

async function connect(cluster: Cluster, database: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: urlOf(cluster, database),
    application_name: `process ${process.pid}`,
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function urlOf(cluster: Cluster, database: string): string {
  return `postgres://postgres:${cluster.password}@${encodeURIComponent(socketFolderOf(cluster))}/${database}`;
}
