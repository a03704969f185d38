import { sql } from 'kysely';
import { type Snapshot, StatementParts, tablesOf } from '../../../storage/index.ts';
import type { ProductEntity } from '../product.entity.ts';
import type { Condition } from './conditions.ts';

/** A product that is in at least one of several scopes. */
export interface ProductInScopes {
  /** UUID. */
  readonly id: string;
  readonly document: string;
  /** The document of its parent. */
  readonly parent: string | null;
  /** Whether it is in each scope, in order. */
  readonly scopes: readonly boolean[];
}

/** Products are looked up one by one with an index: see decision 12. */
const selectInScopes = tablesOf<typeof ProductEntity>().family({
  name: 'product.in-scopes',
  parameters: { workspaceId: 'uuid', productIds: 'uuid[]' },
  build: (_, { workspaceId, productIds }, scopes: readonly (StatementParts | null)[]) => {
    const flags = scopes.map((scope) => scope?.all ?? sql`false`);
    return sql<ProductInScopes>`
      select p.id, p.document, p.scopes, (
        select document from product parent where parent.workspace_id = ${workspaceId} and parent.id = p.parent_id
      ) as parent
      from unnest(${productIds}::uuid[]) as wanted (id)
      cross join lateral (
        select id, parent_id, document, array[${sql.join(flags)}]::boolean[] as scopes
        from product where workspace_id = ${workspaceId} and id = wanted.id limit 1
      ) p
      where true = any(p.scopes)`;
  },
});

/**
 * Those of the products (UUIDs) that are in at least one of the scopes, in one statement.
 *
 * @param scopes the conditions of each; null for an empty scope.
 */
export function readInScopes(
  on: Snapshot,
  workspaceId: string,
  productIds: readonly string[],
  scopes: readonly (readonly Condition[] | null)[],
): Promise<ProductInScopes[]> {
  const parts = scopes.map((conditions, index) => conditions && new StatementParts(conditions, `scope${index}_`));
  const key = parts.map((scope) => scope?.shape ?? 'none').join(' | ');
  const values = Object.assign({}, ...parts.map((scope) => scope?.values));
  return on.run(selectInScopes(key, parts), { workspaceId, productIds, ...values });
}
