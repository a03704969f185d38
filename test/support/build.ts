import { build } from '../../apps/server/build/build.ts';

/** Runs once before the tests, which start the server and `pcm` as users get them. */
export async function setup(): Promise<void> {
  await build();
}
