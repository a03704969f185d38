import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from './api/schema.d.ts';

const [baseUrl = '', apiKey, files] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${apiKey}` } });

const report = (call: string, saw: object) => process.stdout.write(`${JSON.stringify({ call, ...saw })}\n`);

/** The data of a success. @throws what the server says when it is a failure. */
function dataOf<Data>({ data, error }: { data?: { data: Data }; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data.data;
}

const body: components['schemas']['ProductCreate'] = {
  sku: 'LAMP',
  name: 'Desk lamp',
  price: 1234567.89,
  weight: 0.1,
  length: 99999999.9999,
};
const created = await api.POST('/products', { body, params: { header: { 'Idempotency-Key': 'lamp' } } });
const { price, weight, length } = dataOf(created);
report('create', { status: created.response.status, price, weight, length });

const path = { idOrSku: 'LAMP' };
const read = await api.GET('/products/{idOrSku}', { params: { path } });
const etag = read.response.headers.get('ETag') ?? '';
const lamp = dataOf(read);
report('get', { etag, price: lamp.price, weight: lamp.weight, length: lamp.length });

const unchanged = await api.GET('/products/{idOrSku}', { params: { path, header: { 'If-None-Match': etag } } });
report('notModified', { status: unchanged.response.status });

const params = { path, header: { 'If-Match': etag } };
const patched = dataOf(await api.PATCH('/products/{idOrSku}', { params, body: { price: 0.1 } }));
report('patch', { version: patched.version, price: patched.price });

const stale = await api.PATCH('/products/{idOrSku}', { params, body: { price: 5 } });
report('stale', { status: stale.response.status, code: stale.error?.error.code });

const invalid = await api.POST('/products', { body: { sku: 'INVALID', gtin: '4006381333932' } });
const { code, details } = invalid.error?.error ?? {};
report('invalid', { status: invalid.response.status, code, fields: Object.keys(details?.fieldErrors ?? {}) });

const items: components['schemas']['BulkItem'][] = [
  { sku: 'BULK-1', name: 'One', price: 0.1 },
  { sku: 'BULK-2', name: 'Two', price: 1234567.89 },
  { sku: 'BULK-3', name: 'Three', price: 99999999.9999 },
  { sku: 'BULK-4', gtin: '4006381333932' },
];
const { results } = dataOf(await api.POST('/products/bulk', { body: { items, mode: 'merge' } }));
report('bulk', { statuses: results.map(({ status }) => status), code: results.at(-1)?.error?.code });

const skus: string[] = [];
let pages = 0;
let cursor: string | null | undefined;
do {
  const sku = ['LAMP', 'BULK-1', 'BULK-2', 'BULK-3'];
  const query = { sku, sort: 'sku:asc', limit: 2, ...(cursor && { cursor }) } as const;
  const page = await api.GET('/products', { params: { query } });
  skus.push(...dataOf(page).map(({ sku }) => sku));
  cursor = page.data?.pagination.nextCursor;
  pages += 1;
} while (cursor);
report('list', { skus, pages });

// A file is `string` in the types. The serializer makes the form.
const toForm = (fields: Record<string, unknown>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value as string | Blob);
  return form;
};
const readFile = async (name: string, type: string) => {
  return new File([await openAsBlob(`${files}/${name}`)], name, { type }) as unknown as string;
};

const pixel = await readFile('pixel.png', 'image/png');
const uploaded = await api.POST('/assets', { body: { file: pixel, altText: 'One pixel' }, bodySerializer: toForm });
const asset = dataOf(uploaded);
report('upload', { mimeType: asset.mimeType, altText: asset.altText });

const file = asset.url.split('/').at(-1) ?? '';
const downloaded = await api.GET('/files/{file}', { params: { path: { file } }, parseAs: 'arrayBuffer' });
const bytes = new Uint8Array(downloaded.data ?? new ArrayBuffer());
report('download', { sha256: createHash('sha256').update(bytes).digest('hex') });

const rows = await readFile('products.csv', 'text/csv');
const { jobId } = dataOf(await api.POST('/imports', { body: { file: rows }, bodySerializer: toForm }));
const readJob = async () => dataOf(await api.GET('/jobs/{jobId}', { params: { path: { jobId } } }));
let job = await readJob();
while (job.status === 'queued' || job.status === 'running') {
  await delay(100);
  job = await readJob();
}
report('import', { status: job.status, errorCount: job.errorCount });

const webhook = await api.POST('/webhooks', {
  body: { url: 'https://hooks.example.com/products', events: ['product.created'] },
});
const { events, secret } = dataOf(webhook);
report('webhook', { events, hasSecret: secret !== '' });
