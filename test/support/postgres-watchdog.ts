/**
 * Ends the PostgreSQL server of a data folder once its starter is gone, and removes its files. The starter
 * holds the other end of standard input: however it dies, the pipe closes.
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

const [folder, dataFolder] = process.argv.slice(2);
if (folder === undefined || dataFolder === undefined) {
  throw new TypeError('The watchdog takes the folder to remove and the data folder of the server.');
}

/** An ended process stays visible until its new parent collects it, which some containers never do. */
const patienceMs = 2000;

process.stdin.resume();
process.stdin.once('end', async () => {
  const pid = await findServer(dataFolder);
  if (pid !== null) {
    process.kill(pid, 'SIGQUIT');
    for (let waited = 0; isAlive(pid) && waited < patienceMs; waited += 20) await delay(20);
  }
  await rm(folder, { recursive: true, force: true });
});

async function findServer(dataFolder: string): Promise<number | null> {
  const file = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(file.split('\n', 1)[0]);
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
