/** A process that takes twice as many slots at once as the limit has, and tells its parent how many it got. */
import { once } from 'node:events';
import process from 'node:process';
import type { RateLimitPolicy } from '@contract-kit/http-spec';
import { createIpcRateLimitStore } from '../src/ipc/index.ts';

const store = createIpcRateLimitStore(process);
const [policy] = (await once(process, 'message')) as [RateLimitPolicy];
const decisions = await Promise.all(Array.from({ length: 2 * policy.limit }, () => store.take('ada', policy)));
process.send?.(decisions.filter(({ admitted }) => admitted).length, () => process.disconnect());
