import { randomBytes } from 'node:crypto';
import {
  type ApiKeyStore,
  createAuthenticator,
  createCursorCodec,
  createIdempotency,
  createMemoryIdempotencyStore,
  createMemoryRateLimitStore,
  type ExtraRoute,
} from '@contract-kit/middleware';
import { mountContract } from '@contract-kit/middleware/express';
import { createOpenApiDocument, toCanonicalJson } from '@contract-kit/openapi';
import express, { type Express } from 'express';
import { contract } from './contract.ts';
import { createHandlers } from './handlers.ts';
import { Todos, tagOf } from './todos.ts';

const standard = { name: 'standard', limit: 60, windowMs: 60_000 };

/** The to-do API as an Express application; `extraRoutes` of other packages are served too. */
export async function createTodoServer(keys: ApiKeyStore, extraRoutes: readonly ExtraRoute[] = []): Promise<Express> {
  const app = express();
  const todos = new Todos();
  const cursors = createCursorCodec({ secret: randomBytes(32) });
  const document = await createOpenApiDocument(contract, {
    info: { title: 'To-dos', version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
  });
  mountContract({
    app,
    contract,
    handlers: createHandlers(todos, cursors, toCanonicalJson(document)),
    auth: { apiKey: createAuthenticator({ prefix: 'todo', store: keys }) },
    rateLimit: {
      store: createMemoryRateLimitStore(),
      policies: { standard },
      addressPolicy: { name: 'address', limit: 30, windowMs: 60_000 },
    },
    lookups: {
      todo: async ({ caller, params }) => {
        const todo = todos.find(caller?.tenantId ?? '', params.id ?? '');
        return todo === undefined ? null : { entityTag: tagOf(todo) };
      },
    },
    idempotency: createIdempotency({ store: createMemoryIdempotencyStore() }),
    extraRoutes,
  });
  return app;
}
