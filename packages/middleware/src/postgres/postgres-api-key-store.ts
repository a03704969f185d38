import type { ApiKeyRecord, ApiKeyStore } from '../auth/api-key-store.ts';
import type { ApiKeyTableOptions } from './schema.ts';
import { quoteName, type SqlExecutor } from './sql.ts';

export interface PostgresApiKeyStoreOptions extends Omit<ApiKeyTableOptions, 'idType'> {
  readonly query: SqlExecutor['query'];
  /**
   * The value of the id column for the id in a key's text; null when it cannot be one. Required if the two differ, or
   * if the column is a `uuid` (PostgreSQL refuses other text). Default: the same.
   */
  readonly toColumnId?: (id: string) => string | null;
}

interface KeyRow {
  readonly tenant: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly hash: Uint8Array;
  readonly created_ms: number;
  readonly expires_ms: number | null;
  readonly revoked_ms: number | null;
}

/** Finds API keys in PostgreSQL, by primary key. Times are read as numbers, because ORMs parse dates differently. */
export function createPostgresApiKeyStore(options: PostgresApiKeyStoreOptions): ApiKeyStore {
  const { query, table = 'api_key', tenantColumn = 'tenant_id', toColumnId = (id) => id } = options;
  const milliseconds = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
  const find = `select ${quoteName(tenantColumn)}::text as tenant, name, scopes, hash,
      ${milliseconds('created_at')} as created_ms, ${milliseconds('expires_at')} as expires_ms,
      ${milliseconds('revoked_at')} as revoked_ms
    from ${quoteName(table)} where id = $1`;
  return {
    async find(id) {
      const columnId = toColumnId(id);
      if (columnId === null) return null;
      const { rows } = await query<KeyRow>(find, [columnId]);
      return rows[0] === undefined ? null : toRecord(id, rows[0]);
    },
  };
}

function toRecord(id: string, row: KeyRow): ApiKeyRecord {
  const date = (ms: number | null) => (ms === null ? null : new Date(ms));
  return {
    id,
    tenantId: row.tenant,
    name: row.name,
    scopes: row.scopes,
    hash: row.hash,
    createdAt: new Date(row.created_ms),
    expiresAt: date(row.expires_ms),
    revokedAt: date(row.revoked_ms),
  };
}
