import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import {
  AssetsApi,
  Configuration,
  FilesApi,
  ImportsApi,
  JobsApi,
  type ModelError,
  ModelErrorFromJSON,
  ProductsApi,
  ResponseError,
  WebhooksApi,
} from './api/index.ts';

const [basePath, apiKey = '', files] = process.argv.slice(2);
const configuration = new Configuration({ basePath, accessToken: apiKey });
const products = new ProductsApi(configuration);

const report = (call: string, saw: object) => process.stdout.write(`${JSON.stringify({ call, ...saw })}\n`);

/** The failure a call ends with. @throws what else happens. */
async function failureOf(call: Promise<unknown>): Promise<{ status: number; body?: ModelError }> {
  try {
    throw new Error(`This should have failed: ${JSON.stringify(await call)}`);
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    const { status } = error.response;
    return status === 304 ? { status } : { status, body: ModelErrorFromJSON(await error.response.json()) };
  }
}

const created = await products.productsCreateRaw({
  idempotencyKey: 'lamp',
  productCreate: { sku: 'LAMP', name: 'Desk lamp', price: 1234567.89, weight: 0.1, length: 99999999.9999 },
});
const { price, weight, length } = (await created.value()).data;
report('create', { status: created.raw.status, price, weight, length });

const read = await products.productsGetRaw({ idOrSku: 'LAMP' });
const etag = read.raw.headers.get('ETag') ?? '';
const lamp = (await read.value()).data;
report('get', { etag, price: lamp.price, weight: lamp.weight, length: lamp.length });

const unchanged = await failureOf(products.productsGet({ idOrSku: 'LAMP', ifNoneMatch: etag }));
report('notModified', { status: unchanged.status });

const patched = await products.productsPatch({ idOrSku: 'LAMP', ifMatch: etag, productInput: { price: 0.1 } });
report('patch', { version: patched.data.version, price: patched.data.price });

const stale = await failureOf(products.productsPatch({ idOrSku: 'LAMP', ifMatch: etag, productInput: { price: 5 } }));
report('stale', { status: stale.status, code: stale.body?.error.code });

const invalid = await failureOf(products.productsCreate({ productCreate: { sku: 'INVALID', gtin: '4006381333932' } }));
const { code, details } = invalid.body?.error ?? {};
report('invalid', { status: invalid.status, code, fields: Object.keys(details?.fieldErrors ?? {}) });

const items = [
  { sku: 'BULK-1', name: 'One', price: 0.1 },
  { sku: 'BULK-2', name: 'Two', price: 1234567.89 },
  { sku: 'BULK-3', name: 'Three', price: 99999999.9999 },
  { sku: 'BULK-4', gtin: '4006381333932' },
];
const { results } = (await products.productsBulk({ bulkRequest: { items } })).data;
report('bulk', { statuses: results.map(({ status }) => status), code: results.at(-1)?.error?.code });

const skus: string[] = [];
let pages = 0;
let cursor: string | undefined;
do {
  const sku = ['LAMP', 'BULK-1', 'BULK-2', 'BULK-3'];
  const page = await products.productsList({ sku, sort: 'sku:asc', limit: 2, cursor });
  skus.push(...page.data.map((product) => product.sku));
  cursor = page.pagination.nextCursor ?? undefined;
  pages += 1;
} while (cursor !== undefined);
report('list', { skus, pages });

const readFile = async (name: string, type: string) => {
  return new File([await openAsBlob(`${files}/${name}`)], name, { type });
};

const pixel = await readFile('pixel.png', 'image/png');
const asset = (await new AssetsApi(configuration).assetsCreate({ file: pixel, altText: 'One pixel' })).data;
report('upload', { mimeType: asset.mimeType, altText: asset.altText });

const downloaded = await new FilesApi(configuration).filesGet({ file: asset.url.split('/').at(-1) ?? '' });
const bytes = new Uint8Array(await downloaded.arrayBuffer());
report('download', { sha256: createHash('sha256').update(bytes).digest('hex') });

const rows = await readFile('products.csv', 'text/csv');
const { jobId } = (await new ImportsApi(configuration).importsCreate({ file: rows })).data;
const readJob = async () => (await new JobsApi(configuration).jobsGet({ jobId })).data;
let job = await readJob();
while (job.status === 'queued' || job.status === 'running') {
  await delay(100);
  job = await readJob();
}
report('import', { status: job.status, errorCount: job.errorCount });

const webhook = await new WebhooksApi(configuration).webhooksCreate({
  webhookCreate: { url: 'https://hooks.example.com/products', events: ['product.created'] },
});
const { events, secret } = webhook.data;
report('webhook', { events, hasSecret: secret !== '' });
