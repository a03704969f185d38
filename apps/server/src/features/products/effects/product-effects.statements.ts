import { sql } from 'kysely';
import { parameter, type StatementParts, tablesOf } from '../../../storage/index.ts';
import type { ProductEntity } from '../product.entity.ts';
import type { AssociationRemovalEntity, CompletenessRecomputeEntity } from '../product-change.entity.ts';

const products = tablesOf<
  typeof ProductEntity | typeof AssociationRemovalEntity | typeof CompletenessRecomputeEntity
>();
const workspaceId = parameter<string>('workspaceId');

/** The next products, by id, that meet the conditions, locked. */
export const lockBatch = products.family({
  name: 'product.lock-batch',
  parameters: { workspaceId: 'uuid', after: 'uuid', limit: 'bigint' },
  build: (db, { after, limit }, where: StatementParts) =>
    db
      .selectFrom('product')
      .select(['id', 'document', 'completeness_details as completenessDetails'])
      .where('workspace_id', '=', workspaceId)
      .where('id', '>', after)
      .where(where.all)
      .orderBy('id')
      .limit(limit)
      .forNoKeyUpdate(),
});

export const insertRecompute = products.statement({
  name: 'completeness_recompute.insert',
  parameters: { workspaceId: 'uuid', id: 'uuid', reason: 'text', categoryIds: 'uuid[]?', at: 'timestamptz' },
  build: (db, { id, reason, categoryIds, at }) =>
    db.insertInto('completeness_recompute').values({
      workspace_id: workspaceId,
      id,
      reason,
      category_ids: sql<string[] | null>`${categoryIds}`,
      created_at: at,
    }),
});

export const insertRemoval = products.statement({
  name: 'association_removal.insert',
  parameters: { workspaceId: 'uuid', id: 'uuid', skus: 'text[]', at: 'timestamptz' },
  build: (db, { id, skus, at }) =>
    db
      .insertInto('association_removal')
      .values({ workspace_id: workspaceId, id, skus: sql<string[]>`${skus}`, created_at: at }),
});
