import { createServer } from 'node:http';
import { createApiKey, createClientErrorHandler, createMemoryApiKeyStore } from '@contract-kit/middleware';
import { createTodoServer } from './server.ts';

const { key, id, hash } = createApiKey({ prefix: 'todo', id: 'demo' });
const dates = { createdAt: new Date(), expiresAt: null, revokedAt: null };
const keys = createMemoryApiKeyStore([
  { id, tenantId: 'demo', name: 'Demo', scopes: ['todos:read', 'todos:write'], hash, ...dates },
]);

const server = createServer(await createTodoServer(keys));
server.on('clientError', createClientErrorHandler());
server.listen(3000, '127.0.0.1', () => {
  process.stdout.write(`curl -H 'X-API-Key: ${key}' http://127.0.0.1:3000/todos\n`);
});
