import type { Ports } from '../ports.ts';
import { PostgresCatalogLocks } from './catalog-locks.ts';
import { CachedCatalogReader } from './catalog-reader.ts';
import { CatalogChanges } from './records/catalog-changes.ts';
import type { CatalogParts } from './snapshot/load-catalog.sql.ts';

export interface CatalogNeeds {
  /** The part each feature contributes to the statement that reads a catalog. */
  readonly parts: CatalogParts;
}

export type Catalog = ReturnType<typeof createCatalog>;

/** The catalog that rules read, and how it is changed. */
export function createCatalog({ database, clock, ids }: Ports, { parts }: CatalogNeeds) {
  const locks = new PostgresCatalogLocks(database);
  return {
    reader: new CachedCatalogReader({ database, locks, parts }),
    locks,
    changes: new CatalogChanges({ database, locks, clock, ids }),
  };
}
