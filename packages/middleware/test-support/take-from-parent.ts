/** A process that takes twice as many slots at once as the limit has, and tells its parent how many it got. */
import { once } from 'node:events';
import process from 'node:process';
import { createIpcRateLimitStore } from '../src/ipc/index.ts';

const policy = { name: 'standard', limit: 30, windowMs: 3_600_000 };
const store = createIpcRateLimitStore(process);
await once(process, 'message');
const decisions = await Promise.all(Array.from({ length: 2 * policy.limit }, () => store.take('ada', policy)));
process.send?.(decisions.filter(({ admitted }) => admitted).length, () => process.disconnect());
