import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import process from 'node:process';
import pg from 'pg';
import type { sampleProduct } from './sample-product.ts';

/**
 * The floor every figure is measured against: bare node:http and pg, the same tables, nothing else. No keys, no
 * limits, no validation, no entity tags to compute.
 */
const { DATABASE_URL, WORKSPACE } = process.env;
if (DATABASE_URL === undefined || WORKSPACE === undefined) throw new Error('DATABASE_URL and WORKSPACE are needed.');
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const workspaces = await pool.query<{ id: string }>('select id from workspace where slug = $1', [WORKSPACE]);
const workspaceId = workspaces.rows[0]?.id ?? '';

const one = {
  name: 'one',
  text: 'select document, completeness_details from product where workspace_id = $1 and sku = $2',
};
const version = { name: 'version', text: 'select id, version from product where workspace_id = $1 and sku = $2' };
const page = {
  name: 'page',
  text: 'select document from product where workspace_id = $1 order by updated_at desc, id desc limit 50',
};
const count = { name: 'count', text: 'select count(*)::int as total from product where workspace_id = $1' };

const server = createServer((req, res) => {
  handle(req, res).catch((error: unknown) => {
    res.statusCode = 500;
    res.end(String(error));
  });
});

async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const [, route, key = ''] = (req.url ?? '').split('/');
  if (route === 'one') {
    const { rows } = await pool.query<{ document: string; completeness_details: string }>({
      ...one,
      values: [workspaceId, key],
    });
    const [row] = rows;
    if (row === undefined) throw new Error(`no product ${key}`);
    send(res, `{"data":${row.document.slice(0, -1)},"completenessDetails":${row.completeness_details}}}`);
  } else if (route === 'version') {
    await pool.query({ ...version, values: [workspaceId, key] });
    res.statusCode = 304;
    res.end();
  } else if (route === 'page') {
    const [products, total] = await Promise.all([
      pool.query<{ document: string }>({ ...page, values: [workspaceId] }),
      pool.query<{ total: number }>({ ...count, values: [workspaceId] }),
    ]);
    const texts = products.rows.map((row) => row.document);
    send(res, `{"data":[${texts.join(',')}],"pagination":{"total":${total.rows[0]?.total}}}`);
  } else if (route === 'bulk') {
    const { items } = JSON.parse(await read(req)) as { items: ReturnType<typeof sampleProduct>[] };
    await writeBulk(items);
    send(res, '{}');
  } else throw new Error(`no route ${req.url}`);
}

const insertProducts = `
  insert into product (workspace_id, id, sku, type, status, version, name, brand, mpn, search, tags, currency, price,
    completeness, has_images, attribute_keys, created_at, updated_at, document, completeness_details)
  select $1, p.id, p.sku, 'simple', p.status, 1, p.name, p.brand, p.mpn, p.search, p.tags, 'EUR', p.price, 80, true, '{}',
    now(), now(), p.document, '{}'
  from json_to_recordset($2::json) as p (id uuid, sku text, status text, name text, brand text, mpn text, search text,
    tags text[], price numeric, document text)
  on conflict (workspace_id, sku) do update set name = excluded.name, search = excluded.search,
    version = product.version + 1, updated_at = now(), document = excluded.document`;

const insertVersions = `
  insert into product_version (workspace_id, product_id, version, created_at, event, source, actor, changed_fields, status, document)
  select p.workspace_id, p.id, p.version, now(), 'updated', 'bulk', '{}', '{}', p.status, p.document
  from product p where p.workspace_id = $1 and p.sku = any($2::text[])`;

const insertOutbox = `
  insert into outbox (workspace_id, id, type, subject_id, subject_version, created_at)
  select p.workspace_id, gen_random_uuid(), 'product.updated', p.id, p.version, now()
  from product p where p.workspace_id = $1 and p.sku = any($2::text[])`;

/** The three tables of a write, one hand-written statement each, in one transaction. */
async function writeBulk(items: ReturnType<typeof sampleProduct>[]): Promise<void> {
  const rows = items.map((item) => ({
    id: crypto.randomUUID(),
    sku: item.sku,
    status: item.status,
    name: item.name,
    brand: item.brand,
    mpn: item.mpn,
    tags: item.tags,
    search: `${item.name} ${item.sku} ${item.mpn} ${item.brand}`.toLowerCase(),
    price: item.prices.EUR,
    document: JSON.stringify(item),
  }));
  const skus = items.map((item) => item.sku);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({ name: 'products', text: insertProducts, values: [workspaceId, JSON.stringify(rows)] });
    await client.query({ name: 'versions', text: insertVersions, values: [workspaceId, skus] });
    await client.query({ name: 'outbox', text: insertOutbox, values: [workspaceId, skus] });
    await client.query('commit');
  } finally {
    client.release();
  }
}

async function read(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function send(res: ServerResponse, json: string): void {
  res.setHeader('content-type', 'application/json; charset=utf-8');
  res.end(json);
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.send?.({ port: address?.port });
});
