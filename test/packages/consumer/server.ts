// A project that has every package: a server from a contract, its document and tools, a client and an assistant that
// call it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, isApiError } from '@contract-kit/client';
import { formatReport, verifyContract } from '@contract-kit/contract-testing';
import { arbitraryOf } from '@contract-kit/contract-testing/generating';
import { defineContractSuite } from '@contract-kit/contract-testing/vitest';
import { createSnapshot, diffContracts } from '@contract-kit/diff';
import { createCommand as createDiffCommand } from '@contract-kit/diff/command';
import { policyOf } from '@contract-kit/http-spec';
import { dataOf } from '@contract-kit/http-spec/zod';
import { createMcpRoutes, createTools } from '@contract-kit/mcp';
import { createApiKey, createMemoryApiKeyStore, createMemoryRateLimitStore } from '@contract-kit/middleware';
import { mapInSlices } from '@contract-kit/middleware/fairness';
import { createFetchHandler } from '@contract-kit/middleware/fetch';
import { createIpcRateLimitStore, serveRateLimitStore } from '@contract-kit/middleware/ipc';
import { createJwtAuthenticator } from '@contract-kit/middleware/jwt';
import { createMikroOrmTransactionRunner } from '@contract-kit/middleware/mikro-orm';
import { createNodeListener } from '@contract-kit/middleware/node';
import { createPostgresApiKeyStore, postgresSchema } from '@contract-kit/middleware/postgres';
import { createRedisRateLimitStore } from '@contract-kit/middleware/redis';
import { createSessionAuthenticator } from '@contract-kit/middleware/session';
import { createFakeClock } from '@contract-kit/middleware/testing';
import { type Validated, validate } from '@contract-kit/middleware/validation';
import { createMock } from '@contract-kit/mock';
import { createCommand } from '@contract-kit/mock/command';
import { createMockHandlers } from '@contract-kit/mock/msw';
import { serveMock } from '@contract-kit/mock/serve';
import { createOpenApiDocument } from '@contract-kit/openapi';
import { isZodSchema } from '@contract-kit/openapi/schemas';
import { findDocumentProblems } from '@contract-kit/openapi/testing';
import { createTelemetryObserver } from '@contract-kit/otel';
import { Tally } from '@contract-kit/otel/tally';
import { isPublicAddress } from '@contract-kit/webhooks/address-guard';
import { receiveWebhooks } from '@contract-kit/webhooks/express';
import { isScope, contract as products } from '@product-content/contract';
import { z } from 'zod';
import { contract } from '../../../packages/middleware/examples/todo-server/contract.ts';
import { createTodoServer } from '../../../packages/middleware/examples/todo-server/server.ts';

const { key, id, hash } = createApiKey({ prefix: 'todo', id: 'demo' });
const dates = { createdAt: new Date(), expiresAt: null, revokedAt: null };
const keys = [{ id, tenantId: 'demo', name: 'Demo', scopes: ['todos:read', 'todos:write'], hash, ...dates }];
const assistant = createMcpRoutes({ contract, info: { name: 'todo', title: 'To-dos', version: '1.0.0' } });
const server = createServer(await createTodoServer(createMemoryApiKeyStore(keys), assistant));
await once(server.listen(0, '127.0.0.1'), 'listening');

const { port } = server.address() as AddressInfo;
const baseUrl = `http://127.0.0.1:${port}`;
const client = createClient(contract, { baseUrl, apiKey: key });
for (const title of ['Pack', 'Install', 'Run']) await client.create({ body: { title } });
const titles: string[] = [];
for await (const todo of client.list.each({ query: { limit: 2 } })) titles.push(todo.title);
assert.deepEqual(await mapInSlices(titles, (title) => title.length), [4, 7, 3]);
assert.deepEqual(titles, ['Pack', 'Install', 'Run']);
const validTitle: Validated<string> = validate(z.string(), 'Pack');
assert.deepEqual(validTitle, { value: 'Pack' });
const snapshot = await createSnapshot(contract);
assert.deepEqual(diffContracts(snapshot, snapshot), []);
assert.equal(typeof createDiffCommand, 'function');
await assert.rejects(client.get({ params: { id: 'missing' } }), (error) => isApiError(error, 'not_found'));
const calling = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'add_todo', arguments: { title: 'Ask', fields: ['title'] } },
};
const called = await fetch(`${baseUrl}/mcp`, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  },
  body: JSON.stringify(calling),
});
assert.match(await called.text(), /"structuredContent":\{"status":201,"etag":[^}]*"data":\{"title":"Ask"\}\}/);
const report = await verifyContract(contract, {
  baseUrl,
  credentials: { apiKey: key },
  only: ['todos.get', 'access.no-key'],
});
assert.equal(report.failed, 0, formatReport(report));
assert.equal(report.passed, 1);
server.close();
server.closeAllConnections();

const mocked = await serveMock(contract, { seed: 7 });
const { body: made } = await createClient(contract, { baseUrl: mocked.baseUrl, apiKey: key }).create({
  body: { title: 'Mock' },
});
assert.equal(made.data.title, 'Mock');
await mocked.close();
assert.equal((await createMock(contract).fetch(new Request('http://mock/todos'))).status, 401);
assert.ok(createMockHandlers(contract, { baseUrl: 'https://api.example.com' }).length > 0);

const document = await createOpenApiDocument(contract, {
  info: { title: 'To-dos', version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
  servers: [{ url: '/' }],
  tags: {
    meta: { name: 'Meta', description: 'The API itself.' },
    todos: { name: 'To-dos', description: 'What is to be done.' },
  },
});
assert.deepEqual(await findDocumentProblems(document), []);
assert.ok(createTools(products).length > 10);
assert.ok(policyOf(products.products.get).scopes?.every(isScope));
assert.ok(isZodSchema(dataOf(contract.get.responses[200])));
assert.equal(typeof createMikroOrmTransactionRunner, 'function');
assert.equal(typeof createPostgresApiKeyStore, 'function');
assert.ok(Object.keys(postgresSchema).length > 0);
const counted = createRedisRateLimitStore({ send: async () => [1, 1, 60_000_000] });
assert.deepEqual(await counted.take('demo', { name: 'standard', limit: 60, windowMs: 60_000 }), {
  admitted: true,
  limit: 60,
  remaining: 59,
  resetMs: 60_000,
});
assert.equal(typeof defineContractSuite, 'function');
assert.equal(typeof arbitraryOf, 'function');
assert.equal(typeof createCommand, 'function');
serveRateLimitStore(createMemoryRateLimitStore(), process);
assert.equal(typeof createIpcRateLimitStore(process).take, 'function');
for (const create of [createFetchHandler, createJwtAuthenticator, createNodeListener, createSessionAuthenticator]) {
  assert.equal(typeof create, 'function');
}
const tally = new Tally('outcome');
tally.add(['counted']);
assert.deepEqual(tally.counts(), [{ attributes: { outcome: 'counted' }, value: 1 }]);
assert.equal(typeof createTelemetryObserver().around, 'function');
assert.equal(createFakeClock(5).nowMs(), 5);
assert.equal(isPublicAddress('127.0.0.1'), false);
assert.equal(typeof receiveWebhooks({ secrets: 'whsec_test', onEvent: () => undefined }), 'function');
