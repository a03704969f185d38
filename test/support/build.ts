import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { run } from './run-program.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runs once before the tests, which start the server and `pcm` as users get them. */
export async function setup(): Promise<void> {
  await run(root, process.execPath, 'apps/server/build/main.js');
}
