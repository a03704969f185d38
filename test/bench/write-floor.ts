import type { ClientBase } from 'pg';

/** A product as the floor writes it: the columns a person would fill by hand. */
export interface FloorProduct {
  readonly sku: string;
  readonly name: string;
  readonly brand: string;
  readonly mpn: string | null;
  readonly status: string;
  readonly tags: readonly string[];
  readonly price: number;
  readonly document: string;
}

// The SKU's constraint is deferrable, so "on conflict" cannot use it: what is there already is changed first.
const changeProducts = {
  name: 'change-products',
  text: `
    update product set name = p.name, search = p.search, version = product.version + 1, updated_at = now(),
      document = p.document
    from json_to_recordset($2::json) as p (sku text, name text, search text, document text)
    where product.workspace_id = $1 and product.sku = p.sku`,
};

const createProducts = {
  name: 'create-products',
  text: `
    insert into product (workspace_id, id, sku, type, status, version, name, brand, mpn, search, tags, currency, price,
      completeness, has_images, attribute_keys, created_at, updated_at, document, completeness_details)
    select $1, gen_random_uuid(), p.sku, 'simple', p.status, 1, p.name, p.brand, p.mpn, p.search, p.tags, 'EUR',
      p.price, 80, true, '{}', now(), now(), p.document, '{}'
    from json_to_recordset($2::json) as p (sku text, status text, name text, brand text, mpn text, search text,
      tags text[], price numeric, document text)
    where not exists (select from product where workspace_id = $1 and sku = p.sku)`,
};

const recordVersions = {
  name: 'record-versions',
  text: `
    insert into product_version (workspace_id, product_id, version, created_at, event, source, actor, changed_fields,
      status, document)
    select p.workspace_id, p.id, p.version, now(), 'updated', 'bulk', '{}', '{}', p.status, p.document
    from product p where p.workspace_id = $1 and p.sku = any($2::text[])`,
};

const recordEvents = {
  name: 'record-events',
  text: `
    insert into outbox (workspace_id, id, type, subject_id, subject_version, created_at)
    select p.workspace_id, gen_random_uuid(), 'product.updated', p.id, p.version, now()
    from product p where p.workspace_id = $1 and p.sku = any($2::text[])`,
};

/**
 * The least a write can be: products, their versions and their events by four statements in one transaction. No
 * rules, no comparison with what was there, no validation.
 */
export async function writeByHand(
  client: ClientBase,
  workspaceId: string,
  products: readonly FloorProduct[],
): Promise<void> {
  const rows = products.map((product) => ({
    ...product,
    search: `${product.name} ${product.sku} ${product.mpn ?? ''} ${product.brand}`.toLowerCase(),
  }));
  const skus = rows.map(({ sku }) => sku);
  const json = JSON.stringify(rows);
  await client.query('begin');
  await client.query({ ...changeProducts, values: [workspaceId, json] });
  await client.query({ ...createProducts, values: [workspaceId, json] });
  await client.query({ ...recordVersions, values: [workspaceId, skus] });
  await client.query({ ...recordEvents, values: [workspaceId, skus] });
  await client.query('commit');
}
