import type { Database } from '../../storage/index.ts';
import { ProductCounts } from '../catalog/index.ts';

/** Counts the products directly in each category. */
export function createCategoryCounts(database: Database): ProductCounts {
  const text = `
    select category_id as id, count(*) as count from product
    where workspace_id = $1 and category_id is not null group by category_id`;
  return new ProductCounts(database, 'category.counts', text);
}
