import { randomUUID } from 'node:crypto';
import { createApiKey } from '@contract-kit/middleware';
import { notifyApiKeyChanged, type SqlExecutor } from '@contract-kit/middleware/postgres';

/** Makes a key. Its text is shown once; the database keeps the hash of its secret. */
export async function issueKey(database: SqlExecutor, tenant: string, scopes: string[]): Promise<string> {
  const { key, id, hash } = createApiKey({ prefix: 'todo', id: randomUUID() });
  const sql = 'insert into api_key (id, tenant, name, scopes, hash, created_at) values ($1, $2, $3, $4, $5, now())';
  await database.query(sql, [id, tenant, 'key', scopes, hash]);
  return key;
}

/** Ends a key in every process. @param database a transaction: the others hear of it when it commits. */
export async function revokeKey(database: SqlExecutor, id: string): Promise<void> {
  await database.query('update api_key set revoked_at = now() where id = $1', [id]);
  await notifyApiKeyChanged(database, id);
}
