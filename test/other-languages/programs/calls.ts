import assert from 'node:assert/strict';
import process from 'node:process';
import createClient from 'openapi-fetch';
// Written by: npx openapi-typescript http://127.0.0.1:3000/api/v1/openapi.json -o api.d.ts
import type { components, paths } from './api.d.ts';

const [baseUrl = '', apiKey] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${apiKey}` } });

const body: components['schemas']['ProductCreate'] = { sku: 'TS-LAMP', name: 'Desk lamp', price: 49 };
const created = await api.POST('/products', { body, params: { header: { 'Idempotency-Key': 'ts-lamp' } } });
assert.equal(created.data?.data.sku, 'TS-LAMP');

const params = { path: { idOrSku: 'TS-LAMP' } };
const etag = created.response.headers.get('etag') ?? '';
const changed = await api.PATCH('/products/{idOrSku}', {
  params: { ...params, header: { 'If-Match': etag } },
  body: { price: 45 },
});
assert.equal(changed.data?.data.price, 45);

const stale = await api.PATCH('/products/{idOrSku}', {
  params: { ...params, header: { 'If-Match': etag } },
  body: { price: 40 },
});
assert.equal(stale.error?.error.code, 'precondition_failed');

const listed = await api.GET('/products', { params: { query: { limit: 10, sort: 'sku' } } });
assert.deepEqual(
  listed.data?.data.map(({ sku }) => sku),
  ['TS-LAMP'],
);
