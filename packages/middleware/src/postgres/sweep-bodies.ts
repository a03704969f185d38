import type { BodyStore } from '../idempotency/body-store.ts';

/** Longer than any request takes from storing its body to its commit, and than clocks may differ. */
const graceMs = 24 * 60 * 60 * 1000;

/** Bodies that are checked and deleted together. */
const batchSize = 500;

/**
 * Deletes bodies without a record that are older than a day.
 *
 * @param findNamed returns those of the keys that a record refers to.
 * @returns the number of deleted bodies.
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
  for await (const { key, storedAt } of bodies.list()) {
    if (signal?.aborted) break;
    if (storedAt.getTime() < now - graceMs) old.push(key);
    if (old.length === batchSize) await flush();
  }
  if (old.length > 0) await flush();
  return total;
}
