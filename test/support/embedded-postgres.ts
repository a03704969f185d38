import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cleanUpAfterwards } from './clean-up/clean-up.ts';
import { createDatabase } from './database.ts';
import { takePort } from './ports.ts';
import { findServerUser, installedBinaries, provideBinaries, type ServerUser } from './postgres-binaries.ts';

/** A PostgreSQL server of this test run. Its files are in a temporary folder that goes with it. */
export interface PostgresServer {
  /** Connection URL of the `postgres` database, as superuser. */
  readonly url: string;
  /** Creates a database, empty or a copy of `template`, and returns its URL. */
  createDatabase(name: string, template?: string): Promise<string>;
  /** Kills the server, each of its processes at once, as `kill -9` does. */
  kill(): Promise<void>;
  /** Starts it again after it was killed, on the same port. */
  start(): Promise<void>;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

export interface PostgresServerOptions {
  /** Whether what is committed outlives the death of the server. Default false: nothing here outlives the run. */
  readonly keepsCommits?: boolean;
  /** Whether its files are on disk even where memory has room for them. Default false. */
  readonly onDisk?: boolean;
}

/** Durability is given up for speed, memory is kept small. The machine itself is not expected to die. */
const serverSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '200',
  wal_level: 'minimal',
  max_wal_senders: '0',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Plans are made as on the server the app starts itself.
  random_page_cost: '1.1',
  effective_cache_size: '512MB',
  work_mem: '16MB',
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
  // Each connection would hash the password 4096 times.
  '--set=scram_iterations=1',
];

const readyLine = 'database system is ready to accept connections';

/**
 * Starts the PostgreSQL that comes from npm on a free port. The server ends, and its files go, with this process at the
 * latest.
 *
 * @throws Error with PostgreSQL's own log when the server does not come up.
 */
export async function startEmbeddedPostgres({
  keepsCommits = false,
  onDisk = false,
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  const parent = onDisk || !(await hasMemoryForFiles()) ? tmpdir() : memoryFolder;
  const folder = await mkdtemp(join(parent, 'product-content-postgres-'));
  const dataFolder = join(folder, 'data');
  const forgetFolder = cleanUpAfterwards({ folder });
  const user = await findServerUser();
  if (user !== null) await chown(folder, user.uid, user.gid);
  const binaries = await provideBinaries(user);
  const password = await createCluster(binaries, folder, dataFolder, user);
  const settings = { ...serverSettings, synchronous_commit: keepsCommits ? 'on' : 'off' };
  const port = await takePort();
  const start = () => startServer(join(binaries, 'postgres'), dataFolder, { ...settings, port }, user);
  let server = await start();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  return {
    url,
    createDatabase: (name, template) => createDatabase(url, name, template),
    async kill() {
      const processes = [server.pid as number, ...(await findChildren(server.pid as number))];
      for (const pid of processes) kill(pid);
      await ended(server);
    },
    async start() {
      // Processes of the old server that are still ending keep its shared memory.
      server = await retrying(start);
    },
    async stop() {
      server.kill('SIGQUIT');
      await ended(server);
      await rm(folder, { recursive: true, force: true });
      forgetFolder();
    },
  };
}

/** Where Linux keeps files in memory. */
const memoryFolder = '/dev/shm';
const leastFreeMemoryBytes = 4 * 1024 ** 3;

/**
 * Whether the files of a server can be in memory. Tests make and drop hundreds of databases of a thousand files each,
 * which keeps a file system on disk busier than PostgreSQL itself. Containers often have 64 MB there, which is too little.
 */
async function hasMemoryForFiles(): Promise<boolean> {
  const space = await statfs(memoryFolder).catch(() => null);
  return space !== null && space.bavail * space.bsize >= leastFreeMemoryBytes;
}

/** Clusters as `initdb` left them, by what it was called with: a copy takes a tenth of its second. */
const cache = fileURLToPath(new URL('../../node_modules/.cache/product-content/clusters/', import.meta.url));

/** @returns the password of the superuser. */
async function createCluster(binaries: string, folder: string, dataFolder: string, user: ServerUser): Promise<string> {
  const kind = createHash('sha256')
    .update([installedBinaries(), String(user?.uid), ...initdbFlags].join('\0'))
    .digest('hex');
  const kept = join(cache, kind);
  const passwordFile = join(folder, 'password');
  if (!existsSync(kept)) {
    await initialize(binaries, folder, dataFolder, passwordFile, user);
    const unfinished = `${kept}.${process.pid}`;
    await mkdir(unfinished, { recursive: true });
    await copy(dataFolder, passwordFile, unfinished);
    // Another process may have made the same meanwhile.
    await rename(unfinished, kept).catch(() => rm(unfinished, { recursive: true }));
  } else {
    await copy(join(kept, basename(dataFolder)), join(kept, basename(passwordFile)), folder);
  }
  return readFile(passwordFile, 'utf8');
}

/** With owners and modes, which `fs.cp` does not keep. */
async function copy(...paths: readonly string[]): Promise<void> {
  await promisify(execFile)('cp', ['-a', ...paths]);
}

async function initialize(
  binaries: string,
  folder: string,
  dataFolder: string,
  passwordFile: string,
  user: ServerUser,
): Promise<void> {
  await writeFile(passwordFile, randomBytes(12).toString('hex'), { mode: 0o600 });
  if (user !== null) await chown(passwordFile, user.uid, user.gid);
  const flags = [`--pgdata=${dataFolder}`, `--pwfile=${passwordFile}`, ...initdbFlags];
  await promisify(execFile)(join(binaries, 'initdb'), flags, { ...user, cwd: folder });
}

async function retrying<T>(work: () => Promise<T>, attempts = 5): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts) throw error;
      await delay(100 * attempt);
    }
  }
}

async function startServer(
  program: string,
  dataFolder: string,
  settings: Readonly<Record<string, string | number>>,
  user: ServerUser,
): Promise<ChildProcess> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(program, ['-D', dataFolder, ...flags], {
    ...user,
    cwd: dataFolder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (server.pid !== undefined) server.once('exit', cleanUpAfterwards({ pid: server.pid, signal: 'SIGQUIT' }));
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

/** Those that the system tells of; where it does not, they notice the death of their parent themselves. */
async function findChildren(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return list.split(' ').filter(Boolean).map(Number);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
}
