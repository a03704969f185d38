import type { Database } from '../../storage/index.ts';
import { ProductCounts } from '../catalog/index.ts';

/** Counts the products of each collection. */
export function createCollectionCounts(database: Database): ProductCounts {
  const text = `
    select collection_id as id, count(*) as count from collection_product where workspace_id = $1 group by collection_id`;
  return new ProductCounts(database, 'collection.counts', text);
}
