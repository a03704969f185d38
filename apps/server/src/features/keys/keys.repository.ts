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

const selectKeys = `
  select k.id, w.slug as "workspaceSlug", k.name, k.prefix, k.scopes, k.created_at as "createdAt",
    k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt"
  from api_key k join workspace w on w.id = k.workspace_id`;

const listKeys = `${selectKeys} where $1::uuid is null or k.workspace_id = $1 order by k.id`;
const listActiveKeys = `${selectKeys} where k.workspace_id = $1 and k.revoked_at is null order by k.id`;
const getKey = `${selectKeys} where k.workspace_id = $1 and k.id = $2 and k.revoked_at is null`;

const holdKey = `
  select 1 from api_key where id = $1 and revoked_at is null and (expires_at is null or expires_at > $2) for share`;

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

  /** Runs work whose statements are one transaction. */
  transaction<T>(work: () => Promise<T>): Promise<T> {
    return this.#database.transaction(work);
  }

  /** Keeps the workspace's list of keys from growing to the end of the transaction. @returns how many there are. */
  async lockAndCount(workspaceId: string): Promise<number> {
    const lock = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
    await this.#database.query(lock, [`api keys ${workspaceId}`], 'api_key.lock');
    const text = 'select count(*)::int as number from api_key where workspace_id = $1 and revoked_at is null';
    const { rows } = await this.#database.query<{ number: number }>(text, [workspaceId], 'api_key.count');
    return rows[0]?.number ?? 0;
  }

  /** Keeps a key from being revoked to the end of the transaction. @returns false when it has ended. */
  async holdActive(uuid: string, at: Date): Promise<boolean> {
    const { rowCount } = await this.#database.query(holdKey, [uuid, at], 'api_key.hold');
    return rowCount === 1;
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

  /** Those of a workspace that are not revoked, oldest first. */
  async listActive(workspaceId: string): Promise<KeySummary[]> {
    const { rows } = await this.#database.query<KeySummary>(listActiveKeys, [workspaceId], 'api_key.list_active');
    return rows;
  }

  /** Null when the workspace has no such key, or it is revoked. */
  async get(workspaceId: string, uuid: string): Promise<KeySummary | null> {
    const { rows } = await this.#database.query<KeySummary>(getKey, [workspaceId, uuid], 'api_key.get');
    return rows[0] ?? null;
  }

  /**
   * Ends a key, here and in every other process within a second. A key that has ended keeps its date.
   *
   * @param workspaceId the workspace whose key it must be, not revoked yet; null: any key, also once more.
   * @returns false when there is no such key.
   */
  async revoke(uuid: string, workspaceId: string | null, at: Date): Promise<boolean> {
    return this.#database.transaction(async (tx) => {
      const { rowCount } = await tx.query(
        `update api_key set revoked_at = coalesce(revoked_at, $2)
         where id = $1 and ($3::uuid is null or (workspace_id = $3 and revoked_at is null))`,
        [uuid, at, workspaceId],
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
