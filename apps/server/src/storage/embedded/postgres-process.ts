import { execFile } from 'node:child_process';
import { chown, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../../kernel/index.ts';
import type { Cluster } from './cluster.ts';

const run = promisify(execFile);

/** The maximum length of a socket path is 104 bytes on macOS, 108 on Linux. */
const maxSocketFolderBytes = 104 - '/.s.PGSQL.5432'.length - 1;

/** Recovery after a crash replays at most `max_wal_size`. */
const startSeconds = 120;
const stopSeconds = 60;

/** The folder of the server's socket: beside its files, or a short path if theirs is too long. */
export function socketFolderOf({ folder }: Cluster): string {
  const beside = join(folder, 'socket');
  if (Buffer.byteLength(beside) <= maxSocketFolderBytes) return beside;
  throw new StartError(`The path ${folder} is too long for a socket: set DATA_DIR to a shorter one.`);
}

/** Connections that a busy process of the app may use. */
const connectionsPerProcess = 30;
/** For a worker beside the serving processes, and for tools. */
const otherConnections = 30;

/** Sized for a small machine that also runs the app. */
function settingsFor(cluster: Cluster, clients: number): string {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketFolderOf(cluster),
    unix_socket_permissions: '0700',
    max_connections: String(connectionsPerProcess * clients + otherConnections),
    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    work_mem: '16MB',
    maintenance_work_mem: '64MB',
    synchronous_commit: 'on',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '1GB',
    random_page_cost: '1.1',
    // A first import grows empty tables to large ones, and statements are planned with the statistics of tables.
    autovacuum_naptime: '10s',
    // Statements are short: compiling or parallelizing them on the cores that the app uses costs more than it gains.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    // Failed statements reach the app as errors; in this log they would only repeat callers' content.
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join('');
}

/**
 * Starts PostgreSQL in the background and waits until it accepts connections.
 *
 * @param clients how many processes will use it.
 * @throws StartError with PostgreSQL's message.
 */
export async function startPostgres(cluster: Cluster, clients: number): Promise<void> {
  const settings = join(cluster.files, 'settings.conf');
  const socketFolder = socketFolderOf(cluster);
  await mkdir(socketFolder, { recursive: true, mode: 0o700 });
  await writeFile(settings, settingsFor(cluster, clients));
  if (cluster.user !== null) {
    for (const path of [settings, socketFolder]) await chown(path, cluster.user.uid, cluster.user.gid);
  }
  const log = join(cluster.files, 'postgres.log');
  await rename(log, `${log}.previous`).catch(() => undefined);
  try {
    // --silent and a log file: a server that inherits our pipes would keep them open as long as it runs.
    await pgCtl(cluster, 'start', '--silent', `--log=${log}`, '--wait', `--timeout=${startSeconds}`);
  } catch (cause) {
    const reason = await readFile(log, 'utf8').catch(() => '');
    throw new StartError(`The embedded PostgreSQL did not start. ${lastLines(reason)}`, { cause });
  }
}

/** Stops the server: sessions are disconnected, nothing committed is lost. */
export async function stopPostgres(cluster: Cluster): Promise<void> {
  await pgCtl(cluster, 'stop', '--silent', '--mode=fast', '--wait', `--timeout=${stopSeconds}`);
}

async function pgCtl(cluster: Cluster, command: string, ...flags: string[]): Promise<void> {
  await run(join(cluster.binaries, 'pg_ctl'), [command, `--pgdata=${cluster.files}`, ...flags], {
    ...cluster.user,
    cwd: cluster.files,
  });
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-5).join('\n');
}
