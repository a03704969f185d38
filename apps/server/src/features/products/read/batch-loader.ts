/**
 * Collects the single reads of one turn of the event loop and loads them together, by group: under load, one statement
 * serves many requests.
 *
 * @param load finds the rows for the keys of a group; keys without a row are left out. If it fails, all its readers
 *   fail.
 * @returns a function that reads one key of a group; null when it has no row.
 */
export function createBatchLoader<Row>(
  load: (group: string, keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): (group: string, key: string) => Promise<Row | null> {
  type Waiting = Map<string, PromiseWithResolvers<Row | null>>;
  let groups: Map<string, Waiting> | null = null;

  const settle = async (group: string, waiting: Waiting) => {
    try {
      const rows = await load(group, [...waiting.keys()]);
      for (const [key, { resolve }] of waiting) resolve(rows.get(key) ?? null);
    } catch (error) {
      for (const { reject } of waiting.values()) reject(error);
    }
  };

  const flush = () => {
    const collected = groups ?? new Map<string, Waiting>();
    groups = null;
    for (const [group, waiting] of collected) void settle(group, waiting);
  };

  return (group, key) => {
    if (groups === null) {
      groups = new Map();
      setImmediate(flush);
    }
    const waiting: Waiting = groups.get(group) ?? new Map();
    groups.set(group, waiting);
    const entry = waiting.get(key) ?? Promise.withResolvers<Row | null>();
    waiting.set(key, entry);
    return entry.promise;
  };
}
