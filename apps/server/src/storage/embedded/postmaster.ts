import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The process id of the PostgreSQL server that runs on a cluster, also one whose starter was killed. A
 * `postmaster.pid` left by a server that is gone is removed: after a restart of the machine or container its
 * number may be another program's, and PostgreSQL would refuse to start.
 */
export async function findPostmaster(cluster: string): Promise<number | null> {
  const file = join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  const pid = Number(text.split('\n', 1)[0]);
  if (Number.isInteger(pid) && pid > 0 && (await commandOf(pid)).includes(cluster)) return pid;
  await rm(file, { force: true });
  return null;
}

/** The command line of a process, empty when there is none. */
async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return words.replaceAll('\0', ' ');
  }
  return run('ps', ['-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => '',
  );
}
