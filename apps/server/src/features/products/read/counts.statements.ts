import { sql } from 'kysely';
import { tablesOf } from '../../../storage/index.ts';
import type { ProductEntity } from '../product.entity.ts';
import type { WorkspaceChangeEntity } from '../product-change.entity.ts';

const products = tablesOf<typeof ProductEntity | typeof WorkspaceChangeEntity>();

/** Another one after every change of a product of the workspace. */
export const selectChangeToken = products.statement({
  name: 'workspace.token',
  parameters: { workspaceId: 'uuid' },
  build: (db, { workspaceId }) =>
    db
      .selectFrom('workspace_change')
      .select(sql<string>`coalesce(sum(products), 0)::text`.as('token'))
      .where('workspace_id', '=', workspaceId),
});

/** How many products are directly in each category. */
export const countByCategory = products.statement({
  name: 'category.counts',
  parameters: { workspaceId: 'uuid' },
  build: (db, { workspaceId }) =>
    db
      .selectFrom('product')
      .select(({ fn }) => ['category_id as id', fn.countAll<number>().as('count')])
      .where('workspace_id', '=', workspaceId)
      .where('category_id', 'is not', null)
      .groupBy('category_id')
      .$narrowType<{ id: string }>(),
});
