import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createScratchDatabase, type ScratchDatabase } from '@product-content/test-support/database';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { type BodyStore, createMemoryBodyStore } from '../idempotency/body-store.ts';
import {
  createFakeClock,
  describeApiKeyStore,
  describeIdempotencyStore,
  describeRateLimitStore,
  describeTransactionalIdempotencyStore,
  type TransactionalIdempotencyStoreSubject,
} from '../testing/index.ts';
import {
  createPoolTransactionRunner,
  createPostgresApiKeyStore,
  createPostgresIdempotencyStore,
  createPostgresRateLimitStore,
  postgresSchema,
} from './index.ts';

let database: ScratchDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createScratchDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 10 });
  for (const createTable of Object.values(postgresSchema)) await pool.query(createTable());
  await pool.query('create table change (label text not null)');
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

describeApiKeyStore('PostgreSQL', async () => {
  const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  return {
    store: createPostgresApiKeyStore({
      query: (text, values) => pool.query(text, values),
      toColumnId: (id) => (isUuid.test(id) ? id : null),
    }),
    async put({ id, tenantId, name, scopes, hash, createdAt, expiresAt, revokedAt }) {
      await pool.query(
        `insert into api_key (id, tenant_id, name, scopes, hash, created_at, expires_at, revoked_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do update set scopes = excluded.scopes`,
        [id, tenantId, name, scopes, hash, createdAt, expiresAt, revokedAt],
      );
    },
    createId: randomUUID,
    createTenantId: randomUUID,
  };
});

async function openIdempotencyStore(bodies?: BodyStore): Promise<TransactionalIdempotencyStoreSubject> {
  const budgetBytes = 1024 * 1024;
  const clock = createFakeClock();
  const { transaction, currentTransaction } = createPoolTransactionRunner(pool);
  const running = () => {
    const current = currentTransaction();
    if (current === null) throw new Error('No transaction is running.');
    return current;
  };
  return {
    store: createPostgresIdempotencyStore({ transaction, clock, budgetBytes, bodies }),
    budgetBytes,
    advance: clock.advance,
    createScope: randomUUID,
    async change(label) {
      await running().query('insert into change values ($1)', [label]);
    },
    async failingStatement() {
      await running().query('select 1 / 0');
    },
    async changes() {
      const { rows } = await pool.query<{ label: string }>('select label from change');
      return rows.map(({ label }) => label);
    },
    async crash() {
      const { rows } = await running().query<{ pid: number }>('select pg_backend_pid() as pid');
      await pool.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
    },
  };
}

describeIdempotencyStore('PostgreSQL', openIdempotencyStore);
describeIdempotencyStore('PostgreSQL with large bodies elsewhere', () => openIdempotencyStore(createMemoryBodyStore()));
describeTransactionalIdempotencyStore('PostgreSQL', openIdempotencyStore);

describeRateLimitStore('PostgreSQL', async () => ({
  store: createPostgresRateLimitStore({ query: (text, values) => pool.query(text, values) }),
  now: () => performance.now(),
  advance: async (ms) => {
    await delay(ms);
  },
}));
