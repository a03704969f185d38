import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The process id of the PostgreSQL server running on a cluster, even one whose owner was killed. Removes a
 * `postmaster.pid` left by a server that no longer runs: after a restart of the machine or container its number may
 * belong to another program, and PostgreSQL would refuse to start.
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

/** The command line of a process, empty if it does not exist. */
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
