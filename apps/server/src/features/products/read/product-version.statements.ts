import type { VersionSummary } from '@product-content/contract';
import { sql } from 'kysely';
import { parameter, tablesOf } from '../../../storage/index.ts';
import type { ProductVersionEntity } from '../product.entity.ts';

const versions = tablesOf<typeof ProductVersionEntity>();
const { db } = versions;

const ofProduct = db
  .selectFrom('product_version')
  .where('workspace_id', '=', parameter('workspaceId'))
  .where('product_id', '=', parameter('productId'));

export interface SummaryRow extends Omit<VersionSummary, 'version' | 'createdAt'> {
  readonly total: number;
  /** Null in the only row of a page after the last one. */
  readonly version: number | null;
  readonly createdAt: Date;
}

/** Versions of a product, newest first, each with the total. */
export const selectVersions = versions.statement({
  name: 'product_version.list',
  parameters: { workspaceId: 'uuid', productId: 'uuid', limit: 'bigint', offset: 'bigint' },
  build: (_, { limit, offset }) =>
    db
      .selectFrom(ofProduct.select(sql<number>`count(*)::int`.as('total')).as('counted'))
      .leftJoinLateral(
        ofProduct.selectAll().orderBy('version', 'desc').limit(limit).offset(offset).as('page'),
        (join) => join.onTrue(),
      )
      .select(['total', 'version', 'created_at as createdAt', 'event', 'source', 'actor'])
      .select(['changed_fields as changedFields', 'status'])
      .orderBy('version', 'desc')
      .$castTo<SummaryRow>(),
});

export const selectVersionDocuments = versions.statement({
  name: 'product_version.documents',
  parameters: { workspaceId: 'uuid', productId: 'uuid', versions: 'integer[]' },
  build: (_, { versions }) =>
    ofProduct.select(['version', 'document']).where('version', '=', sql<number>`any(${versions})`),
});
