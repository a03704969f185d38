import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createDatabase } from './database.ts';
import { findServerUser, provideBinaries, type ServerUser } from './postgres-binaries.ts';

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
  // Plans are made as on the server the app starts itself.
  random_page_cost: '1.1',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
};

const initdbFlags = [
  '--username=postgres',
  '--auth=password',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-sync',
];

const readyLine = 'database system is ready to accept connections';

/**
 * Starts the PostgreSQL that comes from npm on a free port, in about a second. A watchdog process ends the
 * server and removes its files when this process dies without calling `stop`.
 *
 * @throws Error with PostgreSQL's own log when the server does not come up.
 */
export async function startEmbeddedPostgres(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'product-content-postgres-'));
  const dataFolder = join(folder, 'data');
  const release = startWatchdog(folder, dataFolder);
  const user = await findServerUser();
  if (user !== null) await chown(folder, user.uid, user.gid);
  const binaries = await provideBinaries(folder, user);
  const password = randomBytes(12).toString('hex');
  await initialize(binaries, folder, dataFolder, password, user);
  const { port, server } = await startOnFreePort(binaries, dataFolder, user);
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  return {
    url,
    createDatabase: (name, template) => createDatabase(url, name, template),
    async stop() {
      server.kill('SIGQUIT');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
      await rm(folder, { recursive: true, force: true });
      release();
    },
  };
}

async function initialize(
  binaries: string,
  folder: string,
  dataFolder: string,
  password: string,
  user: ServerUser,
): Promise<void> {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user !== null) await chown(passwordFile, user.uid, user.gid);
  const flags = [`--pgdata=${dataFolder}`, `--pwfile=${passwordFile}`, ...initdbFlags];
  await promisify(execFile)(join(binaries, 'initdb'), flags, { ...user, cwd: folder });
}

/** Another process may take a port between finding it free and listening on it; the next one is tried then. */
async function startOnFreePort(binaries: string, dataFolder: string, user: ServerUser, attempts = 3) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    try {
      return { port, server: await startServer(join(binaries, 'postgres'), dataFolder, port, user) };
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
}

async function startServer(program: string, dataFolder: string, port: number, user: ServerUser): Promise<ChildProcess> {
  const settings = Object.entries({ ...serverSettings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(program, ['-D', dataFolder, ...settings], {
    ...user,
    cwd: dataFolder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    let log = '';
    const read = (chunk: string) => {
      log += chunk;
      if (!log.includes(readyLine)) return;
      server.stderr.off('data', read).resume();
      resolve();
    };
    server.stderr.setEncoding('utf8').on('data', read);
    server.once('error', reject);
    server.once('close', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });
  return server;
}

/** Starts the watchdog; the returned function tells it that its work is done. */
function startWatchdog(folder: string, dataFolder: string): () => void {
  const script = fileURLToPath(new URL('./postgres-watchdog.ts', import.meta.url));
  const watchdog = spawn(process.execPath, [script, folder, dataFolder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.unref();
  return () => watchdog.stdin.end();
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('The probe has no TCP port.');
  return address.port;
}
