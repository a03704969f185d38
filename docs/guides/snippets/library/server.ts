import {
  createAuthenticator,
  createCursorCodec,
  createIdempotency,
  createMemoryRateLimitStore,
  type Logger,
  withFallback,
} from '@contract-kit/middleware';
import { mountContract } from '@contract-kit/middleware/express';
import {
  createApiKeyListener,
  createPoolTransactionRunner,
  createPostgresApiKeyStore,
  createPostgresIdempotencyStore,
  createPostgresRateLimitStore,
  type SqlExecutor,
} from '@contract-kit/middleware/postgres';
import express, { type Express } from 'express';
import pg from 'pg';
import { createBodyFolder } from './body-folder.ts';
import { contract } from './contract.ts';
import { extraRoutes } from './extra-routes.ts';
import { createHandlers } from './handlers.ts';
import { TodoRepository } from './todos.ts';
import { vocabulary } from './vocabulary.ts';

export interface TodoServer {
  readonly app: Express;
  /** Deletes what is over: stored responses, idle windows. For a timer, in one process or in all. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export interface TodoServerOptions {
  readonly databaseUrl: string;
  /** Signs cursors; the same in all processes. At least 16 bytes. */
  readonly cursorSecret: string;
  /** Where large bodies of stored responses are kept; the same in all processes. */
  readonly bodyFolder: string;
  readonly logger: Logger;
  /** True in tests: each response is checked against the contract. */
  readonly validateResponses?: boolean;
}

/** The to-do API on PostgreSQL. Any number of processes may run it on one database. */
export function createTodoServer(options: TodoServerOptions): TodoServer {
  const { databaseUrl, cursorSecret, bodyFolder, logger, validateResponses } = options;
  const pool = new pg.Pool({ connectionString: databaseUrl });
  pool.on('error', (err) => logger.error({ err }, 'a connection was lost'));
  const query: SqlExecutor['query'] = (text, values) => pool.query(text, values);

  const { transaction, currentTransaction } = createPoolTransactionRunner(pool);
  const todos = new TodoRepository(() => currentTransaction() ?? pool);
  const responses = createPostgresIdempotencyStore({
    transaction,
    scopeColumn: 'tenant',
    bodies: createBodyFolder(bodyFolder),
    budgetBytes: 100 * 1024 * 1024,
  });

  const authenticator = createAuthenticator({
    prefix: 'todo',
    store: createPostgresApiKeyStore({ query, tenantColumn: 'tenant' }),
  });
  const listener = createApiKeyListener({ createClient: () => new pg.Client(databaseUrl), authenticator });

  const windows = createPostgresRateLimitStore({ query });
  const onError = (err: unknown) => logger.error({ err }, 'requests are counted by this process alone');

  const app = express();
  app.set('trust proxy', 1);
  mountContract({
    app,
    contract,
    handlers: createHandlers(todos, createCursorCodec({ secret: cursorSecret })),
    auth: { apiKey: authenticator },
    rateLimit: {
      store: withFallback(windows, createMemoryRateLimitStore(), { onError }),
      policies: vocabulary.limits,
      addressPolicy: { name: 'address', limit: 30, windowMs: 60_000 },
    },
    lookups: {
      todo: async ({ caller, params }) => {
        const entityTag = await todos.tag(caller?.tenantId ?? '', params.id ?? '');
        return entityTag === null ? null : { entityTag };
      },
    },
    idempotency: createIdempotency({ store: responses }),
    extraRoutes,
    cors: { origins: ['https://app.example.com'] },
    logger,
    validateResponses,
  });

  return {
    app,
    async sweep() {
      await responses.sweep();
      await responses.sweepBodies();
      await windows.sweep();
    },
    async close() {
      await listener.stop();
      await pool.end();
    },
  };
}
