import { createClient } from '@contract-kit/client';
import { formatReport, verifyContract } from '@contract-kit/contract-testing';
import { createMock } from '@contract-kit/mock';
import { createMockHandlers } from '@contract-kit/mock/msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract as bookshop } from '../first/bookshop.ts';
import { contract } from './contract.ts';

const baseUrl = 'https://api.example.com/v1';
const server = setupServer(...createMockHandlers(contract, { baseUrl, seed: 7 }));

beforeAll(() => server.listen());
afterAll(() => server.close());

/** What a page would do. */
async function addTodo(title: string): Promise<string[]> {
  const client = createClient(contract, { baseUrl, apiKey: 'any-key' });
  await client.create({ body: { title } });
  const titles: string[] = [];
  for await (const todo of client.list.each()) titles.push(todo.title);
  return titles;
}

describe('a page', () => {
  it('shows a to-do that was added', async () => {
    expect(await addTodo('Buy milk')).toContain('Buy milk');
  });
});

describe('the mock of a contract', () => {
  it('is a fetch function', async () => {
    const mock = createMock(contract, { seed: 7 });
    const request = new Request('http://mock/todos', { headers: { 'X-API-Key': 'any-key' } });
    const response = await mock.fetch(request);
    expect(await response.json()).toMatchObject({ pagination: { total: 3 } });
  });

  it('keeps the contract of the bookshop', async () => {
    const app = createMock(bookshop, { keys: { 'shop-key': {} } });
    const report = await verifyContract(bookshop, { app, credentials: { apiKey: 'shop-key' }, runs: 5 });
    expect(report.failed, formatReport(report)).toBe(0);
  });
});
