import type { Connection } from './call.ts';
import type { Product } from './product.ts';
import { readProducts } from './read-products.ts';

/** A copy of the catalog, by product id. */
export interface Mirror {
  readonly products: Map<string, Product>;
  /** `updatedAt` of the newest product seen; null before the first run. */
  newest: string | null;
}

/** Changes that were not committed when the last run read past their time are met by reading this much again. */
const overlapMs = 5 * 60_000;

/** Brings the changes since the last run. */
export async function mirrorChanges(api: Connection, mirror: Mirror): Promise<void> {
  const since: Record<string, string> = mirror.newest === null ? {} : { updated_since: earlier(mirror.newest) };
  // Ascending: what changes during the run moves behind the place we are at, and is met there.
  for await (const product of readProducts(api, { sort: 'updatedAt:asc', ...since })) {
    const known = mirror.products.get(product.id);
    if (known === undefined || known.version < product.version) mirror.products.set(product.id, product);
    if (mirror.newest === null || product.updatedAt > mirror.newest) mirror.newest = product.updatedAt;
  }
}

/** Drops what was deleted; lists do not tell. Run it now and then. */
export async function mirrorDeletions(api: Connection, mirror: Mirror): Promise<void> {
  const candidates = new Set(mirror.products.keys());
  for await (const { id } of readProducts(api, { sort: 'createdAt:asc' })) candidates.delete(id);
  for (const id of candidates) mirror.products.delete(id);
}

function earlier(timestamp: string): string {
  return new Date(Date.parse(timestamp) - overlapMs).toISOString();
}
