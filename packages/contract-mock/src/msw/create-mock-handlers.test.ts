import { createClient, isApiError } from '@contract-kit/client';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../test-support/lists-contract.ts';
import { createMockHandlers } from './index.ts';

const baseUrl = 'https://api.example.test/v1';
const server = setupServer(
  http.get('https://other.example.test/', () => HttpResponse.text('other')),
  ...createMockHandlers(contract, { baseUrl, seed: 7 }),
);

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());

describe('MSW handlers of a contract', () => {
  const client = createClient(contract, { baseUrl, apiKey: 'any-key' });

  it('serve a typed client in the process of a test, with state', async () => {
    const { body } = await client.lists.create({ body: { code: 'groceries', name: 'Groceries' } });
    const { body: read } = await client.lists.get({ params: { idOrCode: 'groceries' } });
    expect(read).toEqual(body);
    const found: string[] = [];
    for await (const { code } of client.lists.list.each({ query: { limit: 2 } })) found.push(code);
    expect(found).toContain('groceries');
  });

  it('serve errors of the contract, for unknown paths too', async () => {
    const missing = client.lists.get({ params: { idOrCode: 'none' } });
    await expect(missing).rejects.toSatisfy((error) => isApiError(error, 'not_found'));
    const response = await fetch(`${baseUrl}/nothing`, { headers: { 'x-api-key': 'any-key' } });
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
  });

  it('can be overridden for one test by an earlier handler, and ignore other addresses', async () => {
    server.use(http.get(`${baseUrl}/lists`, () => HttpResponse.json({ data: [] })));
    const response = await fetch(`${baseUrl}/lists`);
    expect(await response.json()).toEqual({ data: [] });
    server.resetHandlers();
    expect((await fetch(`${baseUrl}/lists`)).status).toBe(401);
    expect(await (await fetch('https://other.example.test/')).text()).toBe('other');
  });
});
