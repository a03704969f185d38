import { fileURLToPath } from 'node:url';

const built = (name: string) => fileURLToPath(new URL(`../../../apps/server/dist/${name}`, import.meta.url));

/** The main module of the server, as it is built before the tests. */
export const serverProgram = built('main.js');

/** The main module of `pcm`, as it is built before the tests. */
export const pcmProgram = built('pcm.js');
