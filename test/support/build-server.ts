import { buildServer } from '../../apps/server/build/build-server.ts';

/** Runs once before the tests, which start the server and `pcm` as users get them. */
export async function setup(): Promise<void> {
  await buildServer();
}
