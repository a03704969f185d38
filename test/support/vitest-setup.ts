/** Runs before every test file. It imports next to nothing, so that a file without a server starts at once. */
import process from 'node:process';
import { afterAll, afterEach } from 'vitest';
import { openApps } from './app/open-apps.ts';

afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const app of openApps) {
    const log = app.takeLog();
    if (log !== '') process.stderr.write(`The server wrote meanwhile:\n${log}\n`);
  }
});

afterAll(async () => {
  for (const app of openApps) await app.stop?.();
  openApps.clear();
});
