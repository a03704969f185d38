// Holds the bookshop to its contract on both hosts, and goes through it once as a customer does.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, isErrorOf } from '@contract-kit/client';
import { type App, type Credentials, formatReport, type Prepare, verifyContract } from '@contract-kit/contract-testing';
import { createApiKey, createMemoryApiKeyStore } from '@contract-kit/middleware';
import { createSecret } from '@contract-kit/webhooks';
import { receiveWebhooks } from '@contract-kit/webhooks/express';
import { serve } from '@hono/node-server';
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { contract, vocabulary } from './contract.ts';
import { createExpressApp, createHonoApp } from './hosts.ts';

const everyScope = Object.keys(vocabulary.scopes);
const keys = createMemoryApiKeyStore();

function issueKey(tenantId: string, scopes = everyScope): string {
  const { key, id, hash } = createApiKey({ prefix: 'shop', id: randomUUID() });
  keys.put({ id, tenantId, name: id, scopes, hash, createdAt: new Date(), expiresAt: null, revokedAt: null });
  return key;
}

const { privateKey, publicKey } = await generateKeyPair('ES256');
const tokenKeys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'a' }] });

function issueToken(tenant: string, scopes = everyScope): Promise<string> {
  return new SignJWT({ tenant, scope: scopes.join(' ') })
    .setProtectedHeader({ alg: 'ES256', kid: 'a' })
    .setSubject(`user of ${tenant}`)
    .setIssuer('https://id.example.com')
    .setAudience('bookshop')
    .setExpirationTime('1h')
    .sign(privateKey);
}

async function addressOf(server: Server): Promise<string> {
  if (!server.listening) await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const received: string[] = [];
const secret = createSecret();
const receiver = createServer((req, res) => {
  receiveWebhooks({ secrets: secret, onEvent: ({ type }) => void received.push(type) })(req, res, () => res.destroy());
}).listen(0, '127.0.0.1');
const subscriber = { url: await addressOf(receiver), secret };
const folder = await mkdtemp(join(tmpdir(), 'covers-'));
const options = { keys, tokenKeys, folder, subscriber, balance: 20 };

/** An order names a book, which nobody can guess. */
const prepare: Readonly<Record<string, Prepare>> = {
  'orders.create': async ({ request }) => ({ body: { bookId: (await request('books.add')).response.record.id } }),
};

/** With keys, and once more with tokens. */
async function verify(host: string, app: App): Promise<void> {
  const credentialsOf: Credentials = {
    apiKey: {
      full: issueKey('verified'),
      otherTenant: issueKey('other'),
      withoutScope: (...scopes: string[]) =>
        issueKey(
          'verified',
          everyScope.filter((name) => !scopes.includes(name)),
        ),
    },
    jwt: {
      full: await issueToken('verified with a token'),
      otherTenant: await issueToken('other'),
      withoutScope: (...scopes: string[]) =>
        issueToken(
          'verified with a token',
          everyScope.filter((name) => !scopes.includes(name)),
        ),
    },
  };
  for (const [scheme, credentials] of Object.entries(credentialsOf)) {
    const report = await verifyContract(contract, { app, credentials: { [scheme]: credentials }, prepare, runs: 5 });
    assert.equal(report.failed, 0, formatReport(report));
    process.stdout.write(`${host}, ${scheme}: ${report.passed} passed, ${report.skipped} skipped\n`);
  }
}

/** @param server with shops that have no orders yet for this host. */
async function shop(host: string, server: Server): Promise<void> {
  const baseUrl = await addressOf(server);
  const client = createClient(contract, { baseUrl, apiKey: await issueToken(host) });
  const { body: added } = await client.books.add({ body: { title: 'Dune', price: 15 }, idempotencyKey: 'dune' });
  const again = await client.books.add({ body: { title: 'Dune', price: 15 }, idempotencyKey: 'dune' });
  assert.deepEqual([again.replayed, again.body], [true, added]);

  const order = { body: { bookId: added.data.id } };
  await client.orders.create(order);
  await assert.rejects(client.orders.create(order), (error) => {
    return isErrorOf(client.orders.create, error) && error.code === 'payment_required' && error.details.missing === 10;
  });

  const { body: events } = await client.orders.follow();
  const reader = events.stream.getReader();
  assert.match(new TextDecoder().decode((await reader.read()).value), /^id: 1\ndata: .*"price":15/);
  await reader.cancel();

  const file = new File(['not really a picture'], 'dune.png', { type: 'image/png' });
  const { body: cover } = await client.covers.add({ body: { file } });
  const headers = { range: 'bytes=4-9' };
  const part = await client.covers.get({ params: { id: cover.data.id }, headers });
  assert.deepEqual([part.status, await part.body.text()], [206, 'really']);

  const started = await client.reports.start();
  assert.equal(started.headers.get('location'), `/reports/${started.body.data.id}`);
  for (let report = started.body.data; report.status !== 'done'; ) {
    report = (await client.reports.get({ params: { id: report.id } })).body.data;
  }
  server.close();
  server.closeAllConnections();
}

const hosts = {
  Express: () => createServer(createExpressApp(options)).listen(0, '127.0.0.1'),
  Hono: () => serve({ fetch: createHonoApp(options).fetch, port: 0, hostname: '127.0.0.1' }) as Server,
};
const quiet = { ...options, subscriber: null, balance: 1_000_000 };
await verify('Express', createExpressApp(quiet));
await verify('Hono', createHonoApp(quiet));
for (const [host, start] of Object.entries(hosts)) await shop(host, start());

const waiting = AbortSignal.timeout(60_000);
while (received.length < 2) {
  waiting.throwIfAborted();
  await new Promise((resolve) => setImmediate(resolve));
}
assert.deepEqual(received, ['order.created', 'order.created']);
receiver.close();
receiver.closeAllConnections();
await rm(folder, { recursive: true });
