import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { createApiKey, createMemoryApiKeyStore } from '@contract-kit/middleware';
import { createBookshop } from './bookshop.ts';

const { key, id, hash } = createApiKey({ prefix: 'shop', id: 'demo' });
const dates = { createdAt: new Date(), expiresAt: null, revokedAt: null };
const keys = createMemoryApiKeyStore([{ id, tenantId: 'demo', name: 'Demo', scopes: ['books:write'], hash, ...dates }]);

const server = createBookshop(keys).listen(Number(process.argv[2] ?? 3000), '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
process.stdout.write(`curl -i http://127.0.0.1:${port}/books -H 'X-API-Key: ${key}' \\
  -H 'Content-Type: application/json' -d '{"title":"Dune","price":9.5}'\n`);
