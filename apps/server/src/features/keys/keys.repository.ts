import type { ApiKeyStore } from '@contract-kit/middleware';
import { notifyApiKeyChanged } from '@contract-kit/middleware/postgres';
import { decodeSuffix, encodeSuffix } from '../../kernel/index.ts';
import { type Database, toSqlExecutor } from '../../storage/index.ts';
import { ApiKeyEntity, type ApiKeyRow } from './api-key.entity.ts';
import type { KeyRecord, KeySummary } from './key-record.ts';

const findKey = `
  select k.id as uuid, k.workspace_id as "tenantId", k.name, k.prefix, k.hash, k.scopes, k.created_at as "createdAt",
    k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt",
    json_build_object('id', w.id, 'slug', w.slug, 'name', w.name, 'defaultLocale', w.default_locale,
      'locales', w.locales, 'defaultCurrency', w.default_currency, 'currencies', w.currencies) as workspace
  from api_key k join workspace w on w.id = k.workspace_id
  where k.id = $1`;

const listKeys = `
  select k.id, w.slug as "workspaceSlug", k.name, k.prefix, k.scopes, k.created_at as "createdAt",
    k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt"
  from api_key k join workspace w on w.id = k.workspace_id
  where $1::uuid is null or k.workspace_id = $1
  order by k.id`;

const touchKeys = `
  update api_key k set last_used_at = greatest(k.last_used_at, used.at)
  from unnest($1::uuid[], $2::timestamptz[]) as used (id, at)
  where k.id = used.id`;

/** API keys in PostgreSQL; the store authentication asks. */
export class KeyRepository implements ApiKeyStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param id the base-32 id within a key's text. */
  async find(id: string): Promise<KeyRecord | null> {
    const uuid = decodeSuffix(id);
    if (uuid === null) return null;
    const { rows } = await this.#database.query<Omit<KeyRecord, 'id'>>(findKey, [uuid], 'api_key.find');
    return rows[0] === undefined ? null : { ...rows[0], id };
  }

  async insert(key: ApiKeyRow): Promise<void> {
    await this.#database.transaction(async (tx) => {
      tx.em.create(ApiKeyEntity, key);
    });
  }

  /** The keys of one workspace, or of all (null), oldest first. */
  async list(workspaceId: string | null): Promise<KeySummary[]> {
    const { rows } = await this.#database.query<KeySummary>(listKeys, [workspaceId]);
    return rows;
  }

  /**
   * Ends a key, here and in every other process within a second. A key that has ended keeps its date.
   *
   * @returns false when there is no such key.
   */
  async revoke(uuid: string, at: Date): Promise<boolean> {
    return this.#database.transaction(async (tx) => {
      const { rowCount } = await tx.query(
        'update api_key set revoked_at = coalesce(revoked_at, $2) where id = $1',
        [uuid, at],
        'api_key.revoke',
      );
      if (rowCount === 1) await notifyApiKeyChanged(toSqlExecutor(tx), encodeSuffix(uuid));
      return rowCount === 1;
    });
  }

  /** Writes down last uses by key, in one statement. */
  async touch(uses: ReadonlyMap<string, Date>): Promise<void> {
    await this.#database.query(touchKeys, [[...uses.keys()], [...uses.values()]], 'api_key.touch');
  }
}
