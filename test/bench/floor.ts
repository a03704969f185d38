import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import process from 'node:process';
import pg from 'pg';
import type { sampleProduct } from './sample-product.ts';
import { writeByHand } from './write-floor.ts';

/**
 * The floor requests are measured against: bare node:http and pg, the same tables, nothing else. No keys, no limits,
 * no validation, no entity tags to compute. A program of its own, so that both sides have a process to themselves.
 */
const { DATABASE_URL, WORKSPACE_ID = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });

interface Statement {
  readonly name: string;
  readonly text: string;
}

const statement = (name: string, text: string): Statement => ({ name, text });
const list = (name: string, condition: string, order = 'updated_at desc, id desc'): Statement =>
  statement(
    name,
    `select id, updated_at, document from product where workspace_id = $1 ${condition} order by ${order} limit 50`,
  );

const one = statement('one', 'select document, completeness_details from product where workspace_id = $1 and sku = $2');
const version = statement('version', 'select id, version from product where workspace_id = $1 and sku = $2');
const page = list('page', '');
const nextPage = list('next-page', 'and (updated_at, id) < ($2::timestamptz, $3::uuid)');
const search = list('search', 'and search like $2');
const filtered = list('filtered', 'and status = $2 and brand = $3');
const count = (name: string, condition: string) =>
  statement(name, `select count(*)::int as total from product where workspace_id = $1 ${condition}`);
const categories = statement(
  'categories',
  'select id, code, name, parent_id, position from category where workspace_id = $1 order by parent_id nulls first, position',
);
const change = statement(
  'change',
  `update product set name = $4, version = version + 1, updated_at = now(), document = $5
   where workspace_id = $1 and sku = $2 and version = $3 returning id, version, status, document`,
);
const recordVersion = statement(
  'record-version',
  `insert into product_version (workspace_id, product_id, version, created_at, event, source, actor, changed_fields,
     status, document) values ($1, $2, $3, now(), 'updated', 'api', '{}', '{name}', $4, $5)`,
);
const recordEvent = statement(
  'record-event',
  `insert into outbox (workspace_id, id, type, subject_id, subject_version, created_at)
   values ($1, gen_random_uuid(), 'product.updated', $2, $3, now())`,
);
const changeAttribute = statement(
  'change-attribute',
  `with changed as (
     update attribute set label = $3, updated_at = now() where workspace_id = $1 and code = $2
     returning id, code, label
   ), event as (
     insert into outbox (workspace_id, id, type, subject_id, payload, created_at)
     select $1, gen_random_uuid(), 'attribute.updated', id, to_jsonb(changed), now() from changed
   ) select id, code, label from changed`,
);
const createCollection = statement(
  'create-collection',
  `insert into collection (workspace_id, id, code, name, position, created_at, updated_at)
   values ($1, gen_random_uuid(), $2, $3, 0, now(), now()) returning id, code, name`,
);

async function rowsOf<Row extends object>(what: Statement, ...values: unknown[]): Promise<Row[]> {
  return (await pool.query<Row>({ ...what, values: [WORKSPACE_ID, ...values] })).rows;
}

/** The server counts once for each change of the workspace and list, so the floor counts once for each list. */
const totals = new Map<string, Promise<number>>();

function totalOf(condition: string, ...values: unknown[]): Promise<number> {
  const known = totals.get(condition);
  if (known !== undefined) return known;
  const total = rowsOf<{ total: number }>(count(`count${totals.size}`, condition), ...values).then(
    ([row]) => row?.total ?? 0,
  );
  totals.set(condition, total);
  return total;
}

type Product = { readonly document: string; readonly id: string; readonly updated_at: Date };

async function sendPage(res: ServerResponse, rows: Promise<Product[]>, total: Promise<number>): Promise<void> {
  const [products, counted] = await Promise.all([rows, total]);
  send(res, `{"data":[${products.map(({ document }) => document).join(',')}],"pagination":{"total":${counted}}}`);
}

type Route = (res: ServerResponse, parameters: readonly string[], req: IncomingMessage) => Promise<void>;

const routes: Readonly<Record<string, Route>> = {
  async one(res, [sku]) {
    const [row] = await rowsOf<{ document: string; completeness_details: string }>(one, sku);
    if (row === undefined) throw new Error(`no product ${sku}`);
    send(res, `{"data":${row.document.slice(0, -1)},"completenessDetails":${row.completeness_details}}}`);
  },
  async version(res, [sku]) {
    await rowsOf(version, sku);
    res.statusCode = 304;
    res.end();
  },
  page: (res) => sendPage(res, rowsOf(page), totalOf('')),
  next: (res, [at = '', id]) => sendPage(res, rowsOf(nextPage, new Date(Number(at)), id), totalOf('')),
  search: (res, [word]) => sendPage(res, rowsOf(search, `%${word}%`), totalOf('and search like $2', `%${word}%`)),
  filtered: (res, [status, brand = '']) =>
    sendPage(
      res,
      rowsOf(filtered, status, decodeURIComponent(brand)),
      totalOf('and status = $2 and brand = $3', status, decodeURIComponent(brand)),
    ),
  async categories(res) {
    send(res, JSON.stringify({ data: await rowsOf(categories) }));
  },
  async attribute(res, [code], req) {
    const { label } = JSON.parse(await read(req)) as { label: string };
    send(res, JSON.stringify({ data: (await rowsOf(changeAttribute, code, label))[0] }));
  },
  async collection(res, _, req) {
    const { code, name } = JSON.parse(await read(req)) as { code: string; name: string };
    send(res, JSON.stringify({ data: (await rowsOf(createCollection, code, name))[0] }));
  },
  async change(res, [sku, expected], req) {
    const { name } = JSON.parse(await read(req)) as { name: string };
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows: current } = await client.query<{ document: string }>({ ...one, values: [WORKSPACE_ID, sku] });
      const document = JSON.stringify({ ...JSON.parse(current[0]?.document ?? '{}'), name });
      const { rows } = await client.query<{ id: string; version: number; status: string; document: string }>({
        ...change,
        values: [WORKSPACE_ID, sku, expected, name, document],
      });
      const [row] = rows;
      if (row === undefined) throw new Error(`no version ${expected} of ${sku}`);
      const { id, version, status } = row;
      await client.query({ ...recordVersion, values: [WORKSPACE_ID, id, version, status, row.document] });
      await client.query({ ...recordEvent, values: [WORKSPACE_ID, id, version] });
      await client.query('commit');
      send(res, `{"data":${row.document}}`);
    } finally {
      client.release();
    }
  },
  async bulk(res, _, req) {
    const { items } = JSON.parse(await read(req)) as { items: ReturnType<typeof sampleProduct>[] };
    const client = await pool.connect();
    try {
      const products = items.map((item) => ({ ...item, price: item.prices.EUR, document: JSON.stringify(item) }));
      await writeByHand(client, WORKSPACE_ID, products);
      send(res, '{}');
    } finally {
      client.release();
    }
  },
};

async function read(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function send(res: ServerResponse, json: string): void {
  res.setHeader('content-type', 'application/json; charset=utf-8');
  res.end(json);
}

const server = createServer((req, res) => {
  const [, name = '', ...parameters] = (req.url ?? '').split('/');
  const route = routes[name];
  const handled = route === undefined ? Promise.reject(new Error(`no route ${req.url}`)) : route(res, parameters, req);
  handled.catch((error: unknown) => {
    res.statusCode = 500;
    res.end(String(error));
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.send?.({ port: address?.port });
});
