import type { Ports } from '../ports.ts';
import { PostgresCatalogLocks } from './catalog-locks.ts';
import { CachedCatalogReader } from './catalog-reader.ts';
import { CatalogChanges } from './records/catalog-changes.ts';

export type Catalog = ReturnType<typeof createCatalog>;

/** What rules read of the catalog, and how it is changed. */
export function createCatalog({ database, clock, ids }: Ports) {
  const locks = new PostgresCatalogLocks(database);
  return {
    reader: new CachedCatalogReader({ database, locks }),
    locks,
    changes: new CatalogChanges({ database, locks, clock, ids }),
  };
}
