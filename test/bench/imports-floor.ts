import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import pg from 'pg';

/**
 * The floor of an import: a parser, and for each 500 rows three hand-written statements in a transaction: products,
 * their versions, their events. No mapping, no validation, no rules, no progress, nothing to go on from.
 */
export async function importByHand(databaseUrl: string, workspaceId: string, path: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    let batch: Record<string, string>[] = [];
    for await (const row of createReadStream(path).pipe(parse({ columns: true }))) {
      batch.push(row as Record<string, string>);
      if (batch.length < 500) continue;
      await write(client, workspaceId, batch);
      batch = [];
    }
    await write(client, workspaceId, batch);
  } finally {
    await client.end();
  }
}

const insertProducts = `
  insert into product (workspace_id, id, sku, type, status, version, name, brand, search, tags, currency, price,
    completeness, has_images, attribute_keys, created_at, updated_at, document, completeness_details)
  select $1, p.id, p.sku, 'simple', 'draft', 1, p.name, p.brand, p.search, p.tags, 'EUR', p.price, 40, false, '{}',
    now(), now(), p.document, '{}'
  from json_to_recordset($2::json) as p (id uuid, sku text, name text, brand text, search text, tags text[],
    price numeric, document text)
  on conflict (workspace_id, sku) do update set name = excluded.name, search = excluded.search,
    version = product.version + 1, updated_at = now(), document = excluded.document`;

const insertVersions = `
  insert into product_version (workspace_id, product_id, version, created_at, event, source, actor, changed_fields,
    status, document)
  select p.workspace_id, p.id, p.version, now(), 'created', 'import', '{}', '{}', p.status, p.document
  from product p where p.workspace_id = $1 and p.sku = any($2::text[])`;

const insertEvents = `
  insert into outbox (workspace_id, id, type, subject_id, subject_version, created_at)
  select p.workspace_id, gen_random_uuid(), 'product.created', p.id, p.version, now()
  from product p where p.workspace_id = $1 and p.sku = any($2::text[])`;

async function write(client: pg.Client, workspaceId: string, rows: readonly Record<string, string>[]): Promise<void> {
  const products = rows.map(({ tags = '', ...row }) => ({
    ...row,
    id: crypto.randomUUID(),
    price: Number(row.price),
    tags: tags.split('|'),
    search: `${row.name} ${row.sku} ${row.brand}`.toLowerCase(),
    document: JSON.stringify({ ...row, tags: tags.split('|') }),
  }));
  const skus = rows.map(({ sku = '' }) => sku);
  await client.query('begin');
  await client.query({ name: 'products', text: insertProducts, values: [workspaceId, JSON.stringify(products)] });
  await client.query({ name: 'versions', text: insertVersions, values: [workspaceId, skus] });
  await client.query({ name: 'events', text: insertEvents, values: [workspaceId, skus] });
  await client.query('commit');
}
