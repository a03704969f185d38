import { describe, expect, it } from 'vitest';
import { toCurl, toTypedClient } from './request-code.ts';

const baseUrl = 'https://pim.example.com/api/v1';

describe('toCurl', () => {
  it('writes a read as one address with its query, and reads the key from the environment', () => {
    const query = { status: ['draft', 'approved'], q: "cook's mug", limit: 50, cursor: undefined };
    expect(toCurl(baseUrl, { operation: 'products.list', input: { query } })).toBe(
      `curl 'https://pim.example.com/api/v1/products?status=draft%2Capproved&q=cook%27s+mug&limit=50' \\
  -H "Authorization: Bearer $PCM_API_KEY"`,
    );
  });

  it('writes a change with its method, entity tag and body, quoted for the shell', () => {
    const input = { params: { idOrSku: 'a/b' }, body: { name: "cook's mug" }, ifMatch: '"3"' };
    expect(toCurl(baseUrl, { operation: 'products.patch', input })).toBe(
      `curl -X PATCH 'https://pim.example.com/api/v1/products/a%2Fb' \\
  -H "Authorization: Bearer $PCM_API_KEY" \\
  -H 'If-Match: "3"' \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"cook'\\''s mug"}'`,
    );
  });

  it('writes an instant as ISO 8601', () => {
    const input = { query: { from: new Date('2026-01-31T09:30:00Z') } };
    expect(toCurl(baseUrl, { operation: 'requests.list', input })).toContain('from=2026-01-31T09%3A30%3A00.000Z');
  });
});

describe('toTypedClient', () => {
  it('calls the operation with an object literal, without empty parts', () => {
    const input = { params: { idOrSku: 'MUG' }, query: { locale: undefined }, body: { 'two words': 1, name: 'Mug' } };
    expect(toTypedClient(baseUrl, { operation: 'products.patch', input })).toBe(
      `import { createClient } from '@contract-kit/client';
import { contract } from '@product-content/contract';

const client = createClient(contract, { baseUrl: 'https://pim.example.com/api/v1', apiKey: process.env.PCM_API_KEY });
const { body } = await client.products.patch({
  params: {
    idOrSku: "MUG"
  },
  body: {
    "two words": 1,
    name: "Mug"
  }
});`,
    );
  });

  it('calls an operation without input with no argument', () => {
    expect(toTypedClient(baseUrl, { operation: 'meta.me', input: {} })).toContain('await client.meta.me();');
  });
});

const upload = {
  operation: 'imports.create',
  input: { body: { file: new File(['sku'], "Anna's prices.csv"), dryRun: true, mapping: { Title: 'name' } } },
} as const;

describe('The code of a call with a file', () => {
  it('sends the file as a form by curl', () => {
    expect(toCurl(baseUrl, upload)).toBe(
      [
        `curl -X POST 'https://pim.example.com/api/v1/imports'`,
        '-H "Authorization: Bearer $PCM_API_KEY"',
        `-F 'file=@Anna'\\''s prices.csv'`,
        `-F 'dryRun=true'`,
        `-F 'mapping={"Title":"name"}'`,
      ].join(' \\\n  '),
    );
  });

  it('opens the file for the typed client', () => {
    const code = toTypedClient(baseUrl, upload);
    expect(code).toContain(`import { openAsBlob } from 'node:fs';`);
    expect(code).toContain(`file: await openAsBlob("Anna's prices.csv"),`);
  });
});
