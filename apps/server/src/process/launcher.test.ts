import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { watchParentOf } from './launcher.ts';

it('detects that the parent of a parent process is gone', async () => {
  const shell = spawn('sh', ['-c', 'sleep 60 & echo $!; wait'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(shell.stdout), 'line')) as [string];
  onTestFinished(() => void process.kill(Number(line)));
  let gone = false;
  let looked = 0;
  const stop = watchParentOf(
    Number(line),
    () => {
      gone = true;
    },
    20,
  );
  onTestFinished(stop);
  // The watcher has seen the parent alive by now.
  await expect.poll(() => ++looked, { interval: 50 }).toBeGreaterThan(4);
  expect(gone).toBe(false);
  shell.kill('SIGKILL');
  await expect.poll(() => gone).toBe(true);
});
