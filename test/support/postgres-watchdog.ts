/**
 * Ends the PostgreSQL server of a data folder once its starter is gone. The starter holds the other end of
 * standard input: however it dies, the pipe closes.
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

const folder = process.argv[2];
if (folder === undefined) throw new TypeError('The watchdog takes the data folder of the server.');

process.stdin.resume();
process.stdin.once('end', async () => {
  const pid = await serverProcess(folder);
  if (pid !== null) {
    process.kill(pid, 'SIGINT');
    while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await rm(folder, { recursive: true, force: true });
});

async function serverProcess(dataFolder: string): Promise<number | null> {
  const text = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => null);
  const pid = Number(text?.split('\n', 1)[0]);
  return pid > 0 && isAlive(pid) ? pid : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
