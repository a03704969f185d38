import { decodeId, forEachInSlices, mapInSlices } from '../../../../kernel/index.ts';
import { appendEvents, type Transaction } from '../../../../storage/index.ts';
import { type ProductColumns, toProductColumns } from '../../state/document-columns.ts';
import { type ProductDocument, renderDocument } from '../../state/product-document.ts';
import type { ProductUnit } from './product-unit.ts';
import { type UniqueValue, uniqueValuesOf } from './unique-value-register.ts';
import type { UnitEntry } from './unit-entry.ts';
import { eventsOf } from './unit-events.ts';

/** Column of the table by key of the JSON row, with the type the statement reads it as. */
const productColumns: Readonly<
  Record<keyof ProductColumns | 'completenessDetails', readonly [name: string, type: string]>
> = {
  id: ['id', 'uuid'],
  sku: ['sku', 'text'],
  type: ['type', 'text'],
  status: ['status', 'text'],
  version: ['version', 'integer'],
  parentId: ['parent_id', 'uuid'],
  axisKey: ['axis_key', 'text'],
  name: ['name', 'text'],
  brand: ['brand', 'text'],
  gtin: ['gtin', 'text'],
  mpn: ['mpn', 'text'],
  search: ['search', 'text'],
  tags: ['tags', 'text[]'],
  categoryId: ['category_id', 'uuid'],
  currency: ['currency', 'text'],
  price: ['price', 'numeric'],
  completeness: ['completeness', 'smallint'],
  hasImages: ['has_images', 'boolean'],
  attributeKeys: ['attribute_keys', 'text[]'],
  associatedSkus: ['associated_skus', 'text[]'],
  createdAt: ['created_at', 'timestamptz'],
  updatedAt: ['updated_at', 'timestamptz'],
  document: ['document', 'text'],
  completenessDetails: ['completeness_details', 'text'],
};

const columnEntries = Object.entries(productColumns);
const names = columnEntries.map(([, [name]]) => name);
const assignments = names
  .filter((name) => name !== 'id' && name !== 'created_at')
  .map((name) => `${name} = excluded.${name}`);

/**
 * Products, their versions and the change token of the workspace, in one statement. The last version of a product
 * has the product's own text, which is therefore sent once.
 */
const saveProducts = `
  with input as materialized (
    select * from json_to_recordset($2::json) as p (${columnEntries.map(([key, [, type]]) => `"${key}" ${type}`).join(', ')})
  ), saved as (
    insert into product (workspace_id, ${names.join(', ')})
    select $1, ${columnEntries.map(([key]) => `"${key}"`).join(', ')} from input
    on conflict (workspace_id, id) do update set ${assignments.join(', ')}
  ), versions as (
    insert into product_version
      (workspace_id, product_id, version, created_at, event, source, actor, changed_fields, status, document)
    select $1, v."productId", v.version, v."createdAt", v.event, $4, $5::jsonb, v."changedFields", v.status,
      coalesce(v.document, input.document)
    from json_to_recordset($3::json) as v (
      "productId" uuid, version integer, "createdAt" timestamptz, event text, "changedFields" text[], status text, document text
    ) join input on input.id = v."productId"
  )
  insert into workspace_change (workspace_id, slot, products) values ($1, $6, 1)
  on conflict (workspace_id, slot) do update set products = workspace_change.products + 1`;

/** Slots of the change token: parallel writers of one workspace rarely meet on one row. */
const changeSlots = 8;

const deleteUniqueValues = `
  delete from product_unique_value where workspace_id = $1
  and (attribute_id, value, product_id) in (select * from unnest($2::uuid[], $3::text[], $4::uuid[]))`;

const insertUniqueValues = `
  insert into product_unique_value (workspace_id, attribute_id, value, product_id)
  select $1, * from unnest($2::uuid[], $3::text[], $4::uuid[])`;

const leaveCollections = `
  delete from collection_product where workspace_id = $1
  and (collection_id, product_id) in (select * from unnest($2::uuid[], $3::uuid[]))`;

/** Products join a collection at its end, in the order they were saved. */
const joinCollections = `
  insert into collection_product (workspace_id, collection_id, product_id, position)
  select $1, j.collection_id, j.product_id,
    coalesce(last.position, -1) + row_number() over (partition by j.collection_id order by j.place)
  from unnest($2::uuid[], $3::uuid[]) with ordinality as j (collection_id, product_id, place)
  left join lateral (
    select max(position) as position from collection_product c
    where c.workspace_id = $1 and c.collection_id = j.collection_id
  ) last on true`;

const unlinkAssets = `
  delete from product_asset where workspace_id = $1
  and (asset_id, product_id) in (select * from unnest($2::uuid[], $3::uuid[]))`;

const linkAssets = `
  insert into product_asset (workspace_id, asset_id, product_id)
  select $1, * from unnest($2::uuid[], $3::uuid[])`;

/** How {@link persistUnit} leaves the tables beside the product. */
export interface PersistOptions {
  /** False when the caller writes the rows of `collection_product` itself. */
  readonly memberships?: boolean;
}

/**
 * Writes every change of a unit: products, versions, events, unique values, memberships and the assets in use. The number of
 * statements does not depend on the number of products.
 */
export async function persistUnit(tx: Transaction, unit: ProductUnit, options: PersistOptions = {}): Promise<void> {
  const changed = [...unit.entries()].filter((entry) => entry.versions.length > 0);
  if (changed.length === 0) return;
  changed.sort((a, b) => (a.id < b.id ? -1 : 1));
  const { ctx, clock, ids } = unit.scope;
  await saveRows(tx, unit, changed);
  await saveUniqueValues(tx, unit, changed);
  if (options.memberships !== false) await saveMemberships(tx, unit, changed);
  await saveAssets(tx, unit, changed);
  await appendEvents(
    tx,
    ctx.workspace.id,
    changed.flatMap((entry) => eventsOf(entry, ids)),
    clock.now(),
  );
}

async function saveRows(tx: Transaction, unit: ProductUnit, changed: readonly UnitEntry[]): Promise<void> {
  const { ctx, catalog } = unit.scope;
  // Those who create the same products at the same time meet at the first of them, whatever order each was asked in.
  const inOrder = changed.toSorted((a, b) => (a.current.sku < b.current.sku ? -1 : 1));
  const products = await mapInSlices(inOrder, (entry) =>
    JSON.stringify({
      ...toProductColumns(entry.id, entry.current, unit.parentOf(entry.current)?.current.variantAxes ?? null, catalog),
      completenessDetails: JSON.stringify(entry.details),
    }),
  );
  const pending = changed.flatMap((entry) => entry.versions.map((version) => [entry, version] as const));
  const versions = await mapInSlices(pending, ([entry, { document, event, changedFields }]) =>
    JSON.stringify({
      productId: entry.id,
      version: document.version,
      createdAt: document.updatedAt,
      event,
      changedFields,
      status: document.status,
      document: document === entry.current ? null : renderDocument(document),
    }),
  );
  const slot = Math.floor(Math.random() * changeSlots);
  const values = [
    ctx.workspace.id,
    `[${products.join()}]`,
    `[${versions.join()}]`,
    ctx.source,
    JSON.stringify(ctx.actor),
    slot,
  ];
  await tx.query(saveProducts, values, 'write.save');
}

async function saveUniqueValues(tx: Transaction, unit: ProductUnit, changed: readonly UnitEntry[]): Promise<void> {
  const { catalog, ctx } = unit.scope;
  const released: [UniqueValue, string][] = [];
  const claimed: [UniqueValue, string][] = [];
  await forEachInSlices(changed, (entry) => {
    const before = entry.stored === null ? [] : uniqueValuesOf(entry.stored, catalog);
    const after = uniqueValuesOf(entry.current, catalog);
    const has = (list: UniqueValue[], unique: UniqueValue) =>
      list.some(({ attributeId, value }) => attributeId === unique.attributeId && value === unique.value);
    released.push(
      ...before.filter((unique) => !has(after, unique)).map((unique): [UniqueValue, string] => [unique, entry.id]),
    );
    claimed.push(
      ...after.filter((unique) => !has(before, unique)).map((unique): [UniqueValue, string] => [unique, entry.id]),
    );
  });
  const values = (rows: [UniqueValue, string][]) => [
    ctx.workspace.id,
    rows.map(([unique]) => unique.attributeId),
    rows.map(([unique]) => unique.value),
    rows.map(([, productId]) => productId),
  ];
  if (released.length > 0) await tx.query(deleteUniqueValues, values(released));
  if (claimed.length > 0) await tx.query(insertUniqueValues, values(claimed), 'write.claim-unique');
}

async function saveMemberships(tx: Transaction, unit: ProductUnit, changed: readonly UnitEntry[]): Promise<void> {
  const { gone, come } = compareLinks('collection', changed, ({ collections }) => collections.map(({ id }) => id));
  const values = toValues(unit);
  if (gone.length > 0) await tx.query(leaveCollections, values(gone));
  if (come.length > 0) await tx.query(joinCollections, values(come));
}

async function saveAssets(tx: Transaction, unit: ProductUnit, changed: readonly UnitEntry[]): Promise<void> {
  const { gone, come } = compareLinks('asset', changed, ({ images }) => images.flatMap(({ assetId }) => assetId ?? []));
  const values = toValues(unit);
  if (gone.length > 0) await tx.query(unlinkAssets, values(gone));
  if (come.length > 0) await tx.query(linkAssets, values(come));
}

/** UUIDs of a record and of a product that refers to it. */
type Link = readonly [recordId: string, productId: string];

/** Which links of products to records of a kind are no longer, and which are new, against what is stored. */
function compareLinks(
  kind: 'collection' | 'asset',
  changed: readonly UnitEntry[],
  linksOf: (document: ProductDocument) => readonly string[],
): { gone: Link[]; come: Link[] } {
  const gone: Link[] = [];
  const come: Link[] = [];
  for (const { id, stored, current } of changed) {
    const before = new Set(stored === null ? [] : linksOf(stored));
    const after = new Set(linksOf(current));
    for (const left of before.difference(after)) gone.push([decodeId(kind, left) as string, id]);
    for (const joined of after.difference(before)) come.push([decodeId(kind, joined) as string, id]);
  }
  return { gone, come };
}

function toValues(unit: ProductUnit) {
  return (links: readonly Link[]) => [
    unit.scope.ctx.workspace.id,
    links.map(([recordId]) => recordId),
    links.map(([, productId]) => productId),
  ];
}
