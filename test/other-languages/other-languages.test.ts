import { sharedApp } from '@product-content/test-support/app-server';
import { describe, expect, it } from 'vitest';
import { callNames, judgeCalls } from './calls.ts';
import { clients } from './clients.ts';
import { renderGuide } from './guide.ts';
import { type DocumentName, documents, fingerprintOf, readResults } from './results.ts';

const documentNames = Object.keys(documents) as DocumentName[];

describe('the recorded results', () => {
  const results = readResults();

  it.each(documentNames)(
    'belong to the current %s document; run `npx --yes pnpm@12 clients` with --document when this fails',
    (document) => {
      const sha256 = fingerprintOf(document);
      const stale = results.filter((result) => result.document === document && result.sha256 !== sha256);
      expect(stale.map(({ client }) => client)).toEqual([]);
    },
  );

  it.each(documentNames)('contain each client of the %s document with its current generator', (document) => {
    const recorded = results.filter((result) => result.document === document);
    expect(recorded.map(({ client, generator }) => `${client}: ${generator}`).sort()).toEqual(
      clients.map(({ name, generator }) => `${name}: ${generator}`).sort(),
    );
  });

  it('show that at least nine clients make every call', () => {
    const complete = results.filter(
      ({ document, passed }) => document === 'generators' && passed.length === callNames.length,
    );
    expect(complete.length).toBeGreaterThanOrEqual(9);
  });

  it('are in the guide; run `npx --yes pnpm@12 generate` when this fails', () => {
    const { current, rendered } = renderGuide();
    expect(current).toBe(rendered);
  });
});

describe('a call', () => {
  it('fails when the program reports success but the server has not stored the record', async () => {
    const app = await sharedApp();
    const { key } = await app.createKey(await app.createWorkspace());
    const verdicts = await judgeCalls('{"call":"patch","version":2,"price":0.1}', app.api(key));
    expect(verdicts.patch).toBe(
      'GET /products/LAMP does not show "price":0.1,; GET /products/LAMP does not show "brand":null,; GET /products/LAMP does not show "length":99999999.9999,',
    );
  });

  it('fails when the server has stored the record but the program read another number', async () => {
    const app = await sharedApp();
    const { key } = await app.createKey(await app.createWorkspace());
    const api = app.api(key);
    await api.post('/products', { sku: 'LAMP', name: 'Lamp', price: 1234567.89, weight: 0.1, length: 99999999.9999 });
    const report = { call: 'create', status: 201, price: 1234567.9, weight: 0.1, length: 99999999.9999 };
    expect((await judgeCalls(JSON.stringify(report), api)).create).toBe('price is 1234567.9');
  });
});
