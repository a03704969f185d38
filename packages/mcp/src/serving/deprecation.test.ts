import { dataOf, operation } from '@contract-kit/http-spec/zod';
import { type Authenticator, type Caller, createApi, createMemoryRateLimitStore } from '@contract-kit/middleware';
import { createFetchHandler } from '@contract-kit/middleware/fetch';
import { createFakeClock } from '@contract-kit/middleware/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { initContract } from '@ts-rest/core';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createMcpRoutes } from './create-mcp-routes.ts';

const responses = { 200: dataOf(z.string()) };
const contract = initContract().router({
  note: operation({
    id: 'notes.get',
    method: 'GET',
    path: '/note',
    summary: 'Read the note',
    deprecated: { since: '2026-11-01', sunset: '2027-05-01', successor: 'pages.get' },
    responses,
    tools: [{ name: 'get_note' }, { name: 'read_note', description: 'Reads the note.' }],
  }),
  page: operation({
    id: 'pages.get',
    method: 'GET',
    path: '/page',
    summary: 'Read the page',
    responses,
    tools: [{ name: 'get_page' }],
  }),
});

const anyone: Authenticator<Caller> = {
  credential: 'nothing',
  hint: 'Send anything.',
  reads: [],
  challenge: 'None',
  authenticate: () => ({ subject: 'ada', tenantId: 't', scopes: new Set<string>() }),
};
const limit = { name: 'standard', limit: 1000, windowMs: 60_000 };

/** A client of the tools on 2026-11-22. */
async function connect() {
  const clock = createFakeClock(Date.UTC(2026, 10, 22));
  const read = async () => ({ status: 200 as const, body: { data: 'x' } });
  const api = createApi<typeof contract, object, Caller>({
    contract,
    handlers: { note: read, page: read },
    auth: { apiKey: anyone },
    rateLimit: { store: createMemoryRateLimitStore(), policies: { standard: limit }, addressPolicy: limit },
    clock,
    extraRoutes: createMcpRoutes({ contract, info: { name: 'notes', title: 'Notes', version: '1' } }),
  });
  const handle = createFetchHandler(api);
  const client = new Client({ name: 'test', version: '1' });
  const fetch = (url: string | URL, init?: RequestInit) => handle(new Request(url, init));
  await client.connect(new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), { fetch }));
  onTestFinished(() => client.close());
  return { client, clock };
}

it('a tool of a deprecated operation says so, and which tool to use instead', async () => {
  const { client } = await connect();
  const { tools } = await client.listTools();
  expect(tools.map(({ name, description }) => [name, description])).toEqual([
    ['get_note', 'Read the note. Deprecated since 2026-11-01: use get_page instead. It ends on 2027-05-01.'],
    ['read_note', 'Reads the note. Deprecated since 2026-11-01: use get_page instead. It ends on 2027-05-01.'],
    ['get_page', 'Read the page'],
  ]);
  expect(await client.callTool({ name: 'get_note' })).toMatchObject({ structuredContent: { data: 'x' } });
});

it('a tool is not listed and cannot be called after the sunset of its operation', async () => {
  const { client, clock } = await connect();
  clock.advance(365 * 86_400_000);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['get_page']);
  await expect(client.callTool({ name: 'get_note' })).rejects.toThrow('There is no tool "get_note".');
});
