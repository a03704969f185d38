import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { client } from './api/client.gen';
import {
  assetsCreate,
  filesGet,
  importsCreate,
  jobsGet,
  productsBulk,
  productsCreate,
  productsGet,
  productsList,
  productsPatch,
  webhooksCreate,
} from './api/sdk.gen';

const [baseUrl = '', apiKey, files] = process.argv.slice(2);
client.setConfig({ baseUrl, auth: apiKey });

const report = (call: string, saw: object) => process.stdout.write(`${JSON.stringify({ call, ...saw })}\n`);

/** The data of a success. @throws what the server says when it is a failure. */
function dataOf<Data>({ data, error }: { data?: { data: Data }; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data.data;
}

const created = await productsCreate({
  body: { sku: 'LAMP', name: 'Desk lamp', price: 1234567.89, weight: 0.1, length: 99999999.9999 },
  headers: { 'Idempotency-Key': 'lamp' },
});
const { price, weight, length } = dataOf(created);
report('create', { status: created.response?.status, price, weight, length });

const path = { idOrSku: 'LAMP' };
const read = await productsGet({ path });
const etag = read.response?.headers.get('ETag') ?? '';
const lamp = dataOf(read);
report('get', { etag, price: lamp.price, weight: lamp.weight, length: lamp.length });

const unchanged = await productsGet({ path, headers: { 'If-None-Match': etag } });
report('notModified', { status: unchanged.response?.status });

const headers = { 'If-Match': etag };
const patched = dataOf(await productsPatch({ path, headers, body: { price: 0.1 } }));
report('patch', { version: patched.version, price: patched.price });

const stale = await productsPatch({ path, headers, body: { price: 5 } });
report('stale', { status: stale.response?.status, code: stale.error?.error.code });

const invalid = await productsCreate({ body: { sku: 'INVALID', gtin: '4006381333932' } });
const { code, details } = invalid.error?.error ?? {};
report('invalid', { status: invalid.response?.status, code, fields: Object.keys(details?.fieldErrors ?? {}) });

const items = [
  { sku: 'BULK-1', name: 'One', price: 0.1 },
  { sku: 'BULK-2', name: 'Two', price: 1234567.89 },
  { sku: 'BULK-3', name: 'Three', price: 99999999.9999 },
  { sku: 'BULK-4', gtin: '4006381333932' },
];
const { results } = dataOf(await productsBulk({ body: { items } }));
report('bulk', { statuses: results.map(({ status }) => status), code: results.at(-1)?.error?.code });

const skus: string[] = [];
let pages = 0;
let cursor: string | undefined;
do {
  const sku = ['LAMP', 'BULK-1', 'BULK-2', 'BULK-3'];
  const page = await productsList({ query: { sku, sort: 'sku:asc', limit: 2, cursor } });
  skus.push(...dataOf(page).map(({ sku }) => sku));
  cursor = page.data?.pagination.nextCursor ?? undefined;
  pages += 1;
} while (cursor !== undefined);
report('list', { skus, pages });

const readFile = async (name: string, type: string) => {
  return new File([await openAsBlob(`${files}/${name}`)], name, { type });
};

const pixel = await readFile('pixel.png', 'image/png');
const asset = dataOf(await assetsCreate({ body: { file: pixel, altText: 'One pixel' } }));
report('upload', { mimeType: asset.mimeType, altText: asset.altText });

const downloaded = await filesGet({ path: { file: asset.url.split('/').at(-1) ?? '' }, parseAs: 'blob' });
const bytes = new Uint8Array(await (downloaded.data as Blob).arrayBuffer());
report('download', { sha256: createHash('sha256').update(bytes).digest('hex') });

const { jobId } = dataOf(await importsCreate({ body: { file: await readFile('products.csv', 'text/csv') } }));
const readJob = async () => dataOf(await jobsGet({ path: { jobId } }));
let job = await readJob();
while (job.status === 'queued' || job.status === 'running') {
  await delay(100);
  job = await readJob();
}
report('import', { status: job.status, errorCount: job.errorCount });

const webhook = await webhooksCreate({
  body: { url: 'https://hooks.example.com/products', events: ['product.created'] },
});
const { events, secret } = dataOf(webhook);
report('webhook', { events, hasSecret: secret !== '' });
