import process from 'node:process';
import {
  createPoolTransactionRunner,
  createPostgresApiKeyStore,
  createPostgresIdempotencyStore,
  createPostgresRateLimitStore,
  postgresSchema,
} from '@contract-kit/middleware/postgres';
import pg from 'pg';
import type { Stores } from './api.ts';
import type { Note } from './contract.ts';

const schema = [
  postgresSchema.apiKey({ idType: 'text' }),
  postgresSchema.rateLimitWindow(),
  postgresSchema.idempotencyRecord({ scopeType: 'text' }),
  'create table note (tenant text, id text, title text not null, primary key (tenant, id));',
].join('\n');
const select = 'select id, title from note where tenant = $1';

/** Keeps everything in the PostgreSQL database of DATABASE_URL, and creates its tables on the first start. */
export async function openStores(): Promise<Stores> {
  const { DATABASE_URL: connectionString } = process.env;
  if (connectionString === undefined) throw new Error('Set DATABASE_URL: postgres://user:password@host/database');
  const pool = new pg.Pool({ connectionString });
  const { rows } = await pool.query(`select to_regclass('note') as note`);
  if (rows[0].note === null) await pool.query(schema);
  const { transaction, currentTransaction } = createPoolTransactionRunner(pool);
  /** Uses the transaction of the request, if any: the note and its response are saved together or not at all. */
  const query = async (text: string, values: string[]) =>
    (await (currentTransaction() ?? pool).query(text, values)).rows as Note[];
  return {
    keys: createPostgresApiKeyStore({ query: (text, values) => pool.query(text, values) }),
    addKey: async ({ id, tenantId, name, scopes, hash, createdAt }) => {
      const values = [id, tenantId, name, scopes, hash, createdAt];
      await pool.query('insert into api_key values ($1, $2, $3, $4, $5, $6)', values);
    },
    rateLimit: createPostgresRateLimitStore({ query: (text, values) => pool.query(text, values) }),
    idempotency: createPostgresIdempotencyStore({ transaction }),
    notes: {
      all: (tenant) => query(`${select} order by id`, [tenant]),
      find: async (tenant, id) => (await query(`${select} and id = $2`, [tenant, id]))[0],
      add: async (tenant, { id, title }) =>
        void (await query('insert into note values ($1, $2, $3)', [tenant, id, title])),
    },
    close: () => pool.end(),
  };
}
