import { beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../../support/app/expect-response.ts';
import { type App, sharedApp } from '../../support/app-server.ts';
import { type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;
let open: OpenWorkspace;

beforeAll(async () => {
  app = await sharedApp();
  open = await openWorkspace(app);
  await open.product('MUG');
  await open.category('mugs');
  await open.collection('summer');
});

const kibibyte = 1024;

describe('a body', () => {
  const limits: [method: string, path: string, bytes: number, body: object][] = [
    ['POST', '/products', 1024 * kibibyte, { sku: 'LONG', name: 'Long' }],
    ['PUT', '/products/MUG', 1024 * kibibyte, { name: 'Long' }],
    ['PATCH', '/products/MUG', 1024 * kibibyte, { name: 'Longer' }],
    ['POST', '/products/bulk', 10 * 1024 * kibibyte, { items: [{ sku: 'MUG', name: 'Bulk' }] }],
    ['POST', '/categories', 256 * kibibyte, { code: 'long' }],
    ['PATCH', '/categories/mugs', 256 * kibibyte, {}],
    ['PUT', '/categories/mugs/attributes', 256 * kibibyte, { attributes: [] }],
    ['POST', '/attributes', 256 * kibibyte, { code: 'long', type: 'text' }],
    ['POST', '/attribute-groups', 256 * kibibyte, { code: 'long' }],
    ['POST', '/collections', 256 * kibibyte, { code: 'long' }],
    ['PUT', '/collections/summer/products', 1024 * kibibyte, { products: ['MUG'] }],
  ];

  it.each(limits)('of %s %s may have at most %d bytes', async (method, path, bytes, body) => {
    const text = JSON.stringify(body).padEnd(bytes);
    expectError(await open.api.send(method, path, { body: `${text} ` }), 'payload_too_large');
    expect((await open.api.send(method, path, { body: text })).status).toBeLessThan(300);
  });
});
