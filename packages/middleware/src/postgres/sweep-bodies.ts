import type { BodyStore } from '../idempotency/body-store.ts';

/** No request takes as long to get from its body to its commit, and no two clocks differ by as much. */
const graceMs = 24 * 60 * 60 * 1000;

/** Bodies looked for and deleted together. */
const batchSize = 500;

/**
 * Deletes bodies that no record names and that are older than a day.
 *
 * @param findNamed of these keys, those that a record names.
 * @returns how many there were.
 */
export async function sweepBodies(
  bodies: BodyStore,
  findNamed: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  let old: string[] = [];
  const flush = async () => {
    const named = await findNamed(old);
    const left = old.filter((key) => !named.has(key));
    await bodies.delete(left);
    total += left.length;
    old = [];
  };
  for await (const { key, keptAt } of bodies.list()) {
    if (signal?.aborted) break;
    if (keptAt.getTime() < now - graceMs) old.push(key);
    if (old.length === batchSize) await flush();
  }
  if (old.length > 0) await flush();
  return total;
}
