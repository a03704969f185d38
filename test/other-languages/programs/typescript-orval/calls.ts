import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import {
  assetsCreate,
  filesGet,
  importsCreate,
  jobsGet,
  type ProductsListParams,
  productsBulk,
  productsCreate,
  productsGet,
  productsList,
  productsPatch,
  webhooksCreate,
} from './api/client';

const [, , files] = process.argv.slice(2);

const report = (call: string, saw: object) => process.stdout.write(`${JSON.stringify({ call, ...saw })}\n`);

/** What a response of a status has. @throws the response when its status is another one. */
function expectStatus<Response extends { status: number; data: unknown }, Status extends Response['status']>(
  response: Response,
  ...statuses: Status[]
): Extract<Response, { status: Status }> {
  if (!statuses.some((status) => status === response.status)) throw new Error(JSON.stringify(response));
  return response as Extract<Response, { status: Status }>;
}

const lampCreate = { sku: 'LAMP', name: 'Desk lamp', price: 1234567.89, weight: 0.1, length: 99999999.9999 };
const created = expectStatus(await productsCreate(lampCreate, { headers: { 'Idempotency-Key': 'lamp' } }), 201);
const { price, weight, length } = created.data.data;
report('create', { status: created.status, price, weight, length });

const read = expectStatus(await productsGet('LAMP'), 200);
const etag = read.headers.get('ETag') ?? '';
const lamp = read.data.data;
report('get', { etag, price: lamp.price, weight: lamp.weight, length: lamp.length });

const unchanged = await productsGet('LAMP', undefined, { headers: { 'If-None-Match': etag } });
report('notModified', { status: unchanged.status });

const ifMatch = { headers: { 'If-Match': etag } };
const patched = expectStatus(await productsPatch('LAMP', { price: 0.1 }, ifMatch), 200).data.data;
report('patch', { version: patched.version, price: patched.price });

const stale = expectStatus(await productsPatch('LAMP', { price: 5 }, ifMatch), 412);
report('stale', { status: stale.status, code: stale.data.error.code });

const invalid = expectStatus(await productsCreate({ sku: 'INVALID', gtin: '4006381333932' }), 422);
const { code, details } = invalid.data.error;
report('invalid', { status: invalid.status, code, fields: Object.keys(details?.fieldErrors ?? {}) });

const items = [
  { sku: 'BULK-1', name: 'One', price: 0.1 },
  { sku: 'BULK-2', name: 'Two', price: 1234567.89 },
  { sku: 'BULK-3', name: 'Three', price: 99999999.9999 },
  { sku: 'BULK-4', gtin: '4006381333932' },
];
const { results } = expectStatus(await productsBulk({ items }), 200).data.data;
report('bulk', { statuses: results.map(({ status }) => status), code: results.at(-1)?.error?.code });

const skus: string[] = [];
let pages = 0;
let cursor: string | null | undefined;
do {
  const query: ProductsListParams = { sku: ['LAMP', 'BULK-1', 'BULK-2', 'BULK-3'], sort: 'sku:asc', limit: 2 };
  const page = expectStatus(await productsList({ ...query, ...(cursor && { cursor }) }), 200).data;
  skus.push(...page.data.map(({ sku }) => sku));
  cursor = page.pagination.nextCursor;
  pages += 1;
} while (cursor);
report('list', { skus, pages });

const readFile = async (name: string, type: string) => {
  return new File([await openAsBlob(`${files}/${name}`)], name, { type });
};

const pixel = await readFile('pixel.png', 'image/png');
const asset = expectStatus(await assetsCreate({ file: pixel, altText: 'One pixel' }), 201).data.data;
report('upload', { mimeType: asset.mimeType, altText: asset.altText });

const downloaded = expectStatus(await filesGet(asset.url.split('/').at(-1) ?? ''), 200).data;
const bytes = new Uint8Array(await downloaded.arrayBuffer());
report('download', { sha256: createHash('sha256').update(bytes).digest('hex') });

const accepted = expectStatus(await importsCreate({ file: await readFile('products.csv', 'text/csv') }), 202);
const readJob = async () => expectStatus(await jobsGet(accepted.data.data.jobId), 200).data.data;
let job = await readJob();
while (job.status === 'queued' || job.status === 'running') {
  await delay(100);
  job = await readJob();
}
report('import', { status: job.status, errorCount: job.errorCount });

const webhook = await webhooksCreate({ url: 'https://hooks.example.com/products', events: ['product.created'] });
const { events, secret } = expectStatus(webhook, 201).data.data;
report('webhook', { events, hasSecret: secret !== '' });
