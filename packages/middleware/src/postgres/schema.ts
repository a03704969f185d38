import { quoteName } from './sql.ts';

export interface IdempotencyTableOptions {
  /** Default `idempotency_record`. */
  readonly table?: string;
  /** The column of the scope, usually the tenant's id. Default `tenant_id`. */
  readonly scopeColumn?: string;
  /** Default `uuid`. */
  readonly scopeType?: 'uuid' | 'text';
}

export interface ApiKeyTableOptions {
  /** Default `api_key`. */
  readonly table?: string;
  /** Default `tenant_id`. */
  readonly tenantColumn?: string;
  /** Default `uuid`. */
  readonly idType?: 'uuid' | 'text';
}

export interface RateLimitTableOptions {
  /** Default `rate_limit_window`. */
  readonly table?: string;
}

/**
 * The tables of the PostgreSQL stores as SQL text for an application's migrations.
 *
 * @example
 * migration.addSql(postgresSchema.idempotencyRecord());
 */
export const postgresSchema = {
  /**
   * Responses stored for Idempotency-Keys. PostgreSQL does not compress the bodies: they are already compressed, or
   * incompressible. `counted_bytes` is how much a response counts towards the budget of its scope, null for not at all;
   * the second table has the sums.
   */
  idempotencyRecord(options: IdempotencyTableOptions = {}): string {
    const { table = 'idempotency_record', scopeColumn = 'tenant_id', scopeType = 'uuid' } = options;
    const scope = quoteName(scopeColumn);
    return `create table ${quoteName(table)} (
  ${scope} ${scopeType} not null,
  key text collate "C" not null,
  route text collate "C" not null,
  caller text collate "C" not null,
  fingerprint text collate "C" not null,
  status smallint not null,
  headers jsonb not null,
  body bytea,
  body_key text collate "C",
  encoding text collate "C",
  counted_bytes bigint,
  completed_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (${scope}, key, route, caller)
);
alter table ${quoteName(table)} alter column body set storage external;
create index ${indexName(table, 'expires_at')} on ${quoteName(table)} (expires_at);
create index ${indexName(table, 'body_key')} on ${quoteName(table)} (body_key) where body_key is not null;
create index ${indexName(table, 'counted_bytes')} on ${quoteName(table)} (${scope}, expires_at)
  include (counted_bytes) where counted_bytes is not null;
create table ${quoteName(usageTableOf(table))} (
  ${scope} ${scopeType} primary key,
  counted_bytes bigint not null
);`;
  },

  /**
   * The rolling windows of the rate limit. Unlogged: a crash of the database server empties them, and every window
   * starts anew. Rows up to 8 kB (1,000 requests per window) stay in the table, uncompressed.
   */
  rateLimitWindow({ table = 'rate_limit_window' }: RateLimitTableOptions = {}): string {
    return `create unlogged table ${quoteName(table)} (
  subject text collate "C" not null,
  policy text collate "C" not null,
  admitted_at bigint[] not null,
  admitted boolean not null,
  decided_at bigint not null,
  idle_at timestamptz not null,
  primary key (subject, policy)
) with (toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
alter table ${quoteName(table)} alter column admitted_at set storage external;`;
  },

  /** API keys, for an application without its own table with these columns. */
  apiKey(options: ApiKeyTableOptions = {}): string {
    const { table = 'api_key', tenantColumn = 'tenant_id', idType = 'uuid' } = options;
    return `create table ${quoteName(table)} (
  id ${idType} primary key,
  ${quoteName(tenantColumn)} ${idType} not null,
  name text not null,
  scopes text[] not null,
  hash bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);`;
  },
} as const;

/** The table with the sums of a table of responses. */
export function usageTableOf(table: string): string {
  return `${table}_usage`;
}

function indexName(table: string, column: string): string {
  return quoteName(`${table.split('.').at(-1)}_${column}_index`);
}
