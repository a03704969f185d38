import type { Database } from '../../storage/index.ts';
import { CatalogRecords } from '../catalog/index.ts';
import { CollectionEntity, type CollectionRow } from './collection.entity.ts';

/** Products by what names them; an id match wins, and one that names none has no id. Order is that of the input. */
const resolveProducts = `
  select coalesce(by_id.id, by_sku.id) as id
  from unnest($2::uuid[], $3::text[]) with ordinality as named (id, sku, place)
  left join product by_id on by_id.workspace_id = $1 and by_id.id = named.id
  left join product by_sku on by_sku.workspace_id = $1 and by_sku.sku = named.sku
  order by named.place`;

const selectMembers = `
  select product_id as id from collection_product
  where workspace_id = $1 and collection_id = $2 order by position, product_id`;

const replaceMembers = `
  with listed as (
    select id, place - 1 as position from unnest($3::uuid[]) with ordinality as l (id, place)
  ), gone as (
    delete from collection_product
    where workspace_id = $1 and collection_id = $2 and product_id not in (select id from listed)
  )
  insert into collection_product as member (workspace_id, collection_id, product_id, position)
  select $1, $2, id, position from listed
  on conflict (workspace_id, collection_id, product_id)
  do update set position = excluded.position where member.position <> excluded.position`;

/** Collections and their members in PostgreSQL. */
export class CollectionsRepository extends CatalogRecords<CollectionRow> {
  constructor(database: Database) {
    super(database, CollectionEntity, 'collection');
  }

  /** The UUIDs of named products, in one statement; null for a name that names none. */
  async resolveProducts(
    workspaceId: string,
    names: readonly { readonly id: string | null; readonly sku: string }[],
  ): Promise<(string | null)[]> {
    const values = [workspaceId, names.map(({ id }) => id), names.map(({ sku }) => sku)];
    const { rows } = await this.database.query<{ id: string | null }>(resolveProducts, values, 'collection.resolve');
    return rows.map(({ id }) => id);
  }

  /** UUIDs of the products of a collection, in its order. */
  async members(workspaceId: string, collectionId: string): Promise<string[]> {
    const values = [workspaceId, collectionId];
    const { rows } = await this.database.query<{ id: string }>(selectMembers, values, 'collection.members');
    return rows.map(({ id }) => id);
  }

  /** Makes a list the collection's, in its order, in one statement. */
  async replaceMembers(workspaceId: string, collectionId: string, productIds: readonly string[]): Promise<void> {
    await this.database.query(replaceMembers, [workspaceId, collectionId, productIds], 'collection.replace');
  }
}
