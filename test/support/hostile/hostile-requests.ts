import { hostileBulk } from './hostile-bulk.ts';
import { filled, type HostileRequest, json, list, numbered, record } from './hostile-request.ts';

export { type HostileRequest, largestBody, type Preparation } from './hostile-request.ts';

const mebibyte = 1024 * 1024;
const put = { method: 'PUT', path: '/products/A' } as const;
const tool = { method: 'POST', path: '/mcp', headers: { accept: 'application/json, text/event-stream' } } as const;
const message = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"bulk_upsert_products","arguments":{';

/** Patterns that cost a match the most: each is as large as a pattern may be. */
export const slowPatterns = ['(?:a|b)*a(?:a|b){600}$', '(?:[a-z]?){340}$', '^[^@]{1,64}@[^@]{1,255}$'] as const;

/**
 * Requests that are made to hold a server: small ones that mean much work, and large ones that hold one kind of value
 * that is cheap to send. Whatever is sent, requests of other workspaces are responded to as if it was not.
 *
 * @example
 * for (const { method, path, build, status } of hostileRequests) {
 *   const response = await fetch(baseUrl + path, { method, headers, body: build?.(largestBody, 0) });
 *   // response.status === status
 * }
 */
export const hostileRequests: readonly HostileRequest[] = [
  ...hostileBulk,
  {
    name: 'product: values of a wrong kind in ten languages',
    ...put,
    build: () =>
      json({
        name: 'x',
        translations: Object.fromEntries(locales(10).map((locale) => [locale, wrongAttributes(990)])),
      }),
    status: 422,
  },
  {
    name: 'product: a thousand locales that do not exist',
    ...put,
    build: () => json({ name: 'x', translations: record(1_000, () => ({ name: 'x' })) }),
    status: 422,
  },
  {
    name: 'product: a quarter of a million images',
    ...put,
    build: () => filled('{"name":"x","images":[', '{},', '{}]}', mebibyte),
    status: 422,
  },
  {
    name: 'product: values for the slowest patterns',
    ...put,
    needs: ['patterns'],
    build: (_, turn) => json({ name: 'x', attributes: record(40, (n) => 'ab'.repeat(250 - n - turn), 'pattern') }),
    status: 422,
  },
  {
    name: 'collection: 10,000 products that do not exist',
    method: 'PUT',
    path: '/collections/all/products',
    needs: ['collection'],
    build: () => json({ products: list(10_000, (n) => `unknown-${n}`) }),
    status: 422,
  },
  {
    name: 'collection: 10,000 products in and out',
    method: 'PUT',
    path: '/collections/all/products',
    needs: ['collection', 'products'],
    build: (_, turn) => json({ products: turn % 2 === 0 ? list(10_000, (n) => `FILL-${n}`) : [] }),
    status: 200,
  },
  {
    name: 'attribute: labels in a thousand languages',
    method: 'POST',
    path: '/attributes',
    build: () => json({ code: 'labels', type: 'text', labels: record(1_000, () => 'x') }),
    status: 422,
  },
  {
    name: 'attribute: 80,000 options without a code',
    method: 'POST',
    path: '/attributes',
    build: () => filled('{"code":"options","type":"select","options":[', '{},', '{}]}', mebibyte / 4),
    status: 422,
  },
  {
    name: 'attribute: a pattern of nested repetitions',
    method: 'POST',
    path: '/attributes',
    build: () =>
      json({
        code: 'nested',
        type: 'text',
        validation: { pattern: '((((a{9}){9}){9})?){9}'.padEnd(400, '|\\p{L}{99}') },
      }),
    status: 422,
  },
  {
    name: 'attribute: a pattern of large classes',
    method: 'POST',
    path: '/attributes',
    build: () =>
      json({ code: 'classes', type: 'text', validation: { pattern: `(?i)${'[^\\p{L}\\p{N}]{99}'.repeat(20)}` } }),
    status: 422,
  },
  {
    name: 'attribute: a change among 300,000 options',
    method: 'PATCH',
    path: '/attributes/options0',
    needs: ['options'],
    build: (_, turn) => json({ label: `Options ${turn}` }),
    status: 200,
  },
  {
    name: 'product: a write after a change among 300,000 options',
    ...put,
    needs: ['options'],
    build: (_, turn) => json({ name: `Name ${turn}`, attributes: { options0: 'o1' } }),
    status: 200,
  },
  {
    name: 'attributes: a list of 300,000 options',
    method: 'GET',
    path: '/attributes',
    needs: ['options'],
    status: 200,
  },
  { name: 'categories: a tree of 3,000', method: 'GET', path: '/categories', needs: ['categories'], status: 200 },
  {
    name: 'categories: moving a branch of 20 levels',
    method: 'PATCH',
    path: '/categories/c0-1',
    needs: ['categories'],
    build: (_, turn) => json({ parent: turn % 2 === 0 ? null : 'c0-0' }),
    status: 200,
  },
  {
    name: 'products: 500 SKUs in a query',
    method: 'GET',
    path: `/products?limit=250&sku=${list(500, (n) => `FILL-${n}`).join()}`,
    needs: ['products'],
    status: 200,
  },
  {
    name: 'products: a search of 1,500 words',
    method: 'GET',
    path: `/products?q=${encodeURIComponent(list(1_500, (n) => `w${n}`).join(' '))}`,
    status: 422,
  },
  {
    name: 'products: a page of 250, far behind',
    method: 'GET',
    path: '/products?limit=250&page=40&sort=name:desc&locale=en',
    needs: ['products'],
    status: 200,
  },
  {
    name: 'products: a query of 1,000 parameters',
    method: 'GET',
    path: `/products?${list(1_000, (n) => `p${n}=1`).join('&')}`,
    status: 422,
  },
  {
    name: 'export: 500 products with 900 columns of attributes',
    method: 'POST',
    path: '/exports',
    needs: ['products', 'attributes'],
    build: () =>
      json({
        filter: { sku: list(500, (n) => `FILL-${n}`) },
        columns: ['sku', ...list(900, (n) => `attributes.attribute${n}`)],
      }),
    status: 200,
  },
  {
    name: 'export: a filter of 20,000 keys',
    method: 'POST',
    path: '/exports',
    build: () => numbered('{"filter":{', (n) => `"k${n}":1`, '}}', mebibyte / 4),
    status: 422,
  },
  {
    name: 'channel: a mapping of 300 fields and 1,500 steps over 10,000 products',
    method: 'GET',
    path: '/channels',
    needs: ['products', 'channel'],
    status: 200,
  },
  {
    name: 'assistant: a message of a million arguments',
    ...tool,
    build: (bytes) => numbered(message, (n) => `"k${n}":1`, '}}}', bytes),
    status: 422,
  },
  {
    name: 'assistant: a batch of 200,000 messages',
    ...tool,
    build: (bytes) => filled('[', '{"jsonrpc":"2.0","id":1,"method":"tools/list"},', '{}]', bytes),
    status: 422,
  },
  {
    name: 'assistant: 500 products of 20 kB',
    ...tool,
    build: (bytes, turn) => {
      const description = 'word '.repeat(Math.floor(bytes / 500 / 5 - 40));
      const items = list(500, (n) => ({ sku: `LARGE-${n}`, name: `Name ${turn}`, description }));
      return json({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'bulk_upsert_products', arguments: { items } },
      });
    },
    status: 200,
  },
  {
    name: 'import: a mapping of 80,000 columns',
    method: 'POST',
    path: '/imports',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    build: () => {
      const head = '--b\r\ncontent-disposition: form-data; name="mapping"\r\n\r\n{';
      const file =
        '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nsku,name\r\nA,x\r\n--b--\r\n';
      return numbered(head, (n) => `"k${n}":"name"`, `}\r\n${file}`, mebibyte);
    },
    status: 422,
  },
];

function wrongAttributes(count: number): object {
  return { attributes: record(count, () => ({})) };
}

function locales(count: number): string[] {
  return list(count, (n) => `${'abcdefghij'[n]}a`);
}
