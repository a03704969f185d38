export interface CountCacheOptions {
  /** Maximum number of cached totals; the least recently used is dropped. Default 10,000. */
  readonly maxEntries?: number;
}

/** Represents the state of a tenant's records: it differs after every change. Tokens are compared, never ordered. */
export type ChangeToken = string | number | bigint;

/** A total, and the state of the tenant's records in which it was counted. */
export interface CountedTotal<Count = number> {
  readonly token: ChangeToken;
  readonly total: Count;
}

/** Totals of filtered lists, reused while nothing has changed. A total is a number, or the counts of several groups. */
export interface CountCache<Count = number> {
  /** The total, or undefined when it is not known for this token. */
  get(tenant: string, filterKey: string, token: ChangeToken): Count | undefined;
  /** The total that was stored last, and its token; close enough to choose how to read a page. */
  last(tenant: string, filterKey: string): CountedTotal<Count> | undefined;
  /** Stores a total, replacing the one for an earlier token. */
  set(tenant: string, filterKey: string, token: ChangeToken, total: Count): void;
  /**
   * The total, counted by `load` when it is not cached. Concurrent callers share one `load`; if it fails, all of them
   * fail and nothing is cached.
   *
   * @param token read before counting; then a change during the count leads to another count, never to a wrong total.
   */
  count(tenant: string, filterKey: string, token: ChangeToken, load: () => Promise<Count>): Promise<Count>;
}

/**
 * Caches the `total` of lists, so that it is not counted for every page but once per tenant, filter and change.
 *
 * @example
 * const total = await counts.count(tenantId, filterKey, changeToken, () => repository.count(filter));
 */
export function createCountCache<Count = number>({ maxEntries = 10_000 }: CountCacheOptions = {}): CountCache<Count> {
  if (!(maxEntries >= 1)) throw new RangeError('maxEntries must be at least 1.');
  const totals = new Map<string, CountedTotal<Count>>();
  const loads = new Map<string, Promise<Count>>();
  const keyOf = (tenant: string, filterKey: string) => `${tenant.length}:${tenant}${filterKey}`;

  const get: CountCache<Count>['get'] = (tenant, filterKey, token) => {
    const key = keyOf(tenant, filterKey);
    const known = totals.get(key);
    if (known === undefined || known.token !== token) return undefined;
    totals.delete(key);
    totals.set(key, known);
    return known.total;
  };

  const set: CountCache<Count>['set'] = (tenant, filterKey, token, total) => {
    const key = keyOf(tenant, filterKey);
    totals.delete(key);
    totals.set(key, { token, total });
    if (totals.size <= maxEntries) return;
    for (const oldest of totals.keys()) {
      totals.delete(oldest);
      return;
    }
  };

  const count: CountCache<Count>['count'] = async (tenant, filterKey, token, load) => {
    const known = get(tenant, filterKey, token);
    if (known !== undefined) return known;
    const loadKey = `${typeof token}:${token} ${keyOf(tenant, filterKey)}`;
    const running = loads.get(loadKey);
    if (running !== undefined) return running;
    const loading = load()
      .then((total) => {
        set(tenant, filterKey, token, total);
        return total;
      })
      .finally(() => loads.delete(loadKey));
    loads.set(loadKey, loading);
    return loading;
  };

  const last: CountCache<Count>['last'] = (tenant, filterKey) => totals.get(keyOf(tenant, filterKey));

  return { get, last, set, count };
}
