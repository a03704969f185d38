import type { ApiKeyStore } from '@contract-kit/middleware';
import { notifyApiKeyChanged } from '@contract-kit/middleware/postgres';
import { decodeSuffix, encodeSuffix } from '../../kernel/index.ts';
import { type Database, holdLock, toSqlExecutor } from '../../storage/index.ts';
import { ApiKeyEntity, type ApiKeyRow } from './api-key.entity.ts';
import {
  addDeprecatedUses,
  countActiveKeys,
  findKey,
  getKey,
  holdKey,
  listActiveKeys,
  listDeprecatedUses,
  listKeys,
  revokeKey,
  touchKeys,
} from './api-key.sql.ts';
import type { DeprecatedUse, DeprecatedUses, KeyRecord, KeySummary } from './key-record.ts';

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
    const [key] = await this.#database.run(findKey, { id: uuid });
    return key === undefined ? null : ({ ...key, id } as KeyRecord);
  }

  /** Runs work whose statements are one transaction. */
  transaction<T>(work: () => Promise<T>): Promise<T> {
    return this.#database.transaction(work);
  }

  /** Keeps the workspace's list of keys from growing to the end of the transaction. @returns how many there are. */
  async lockAndCount(workspaceId: string): Promise<number> {
    await this.#database.run(holdLock, { name: `api keys ${workspaceId}` });
    const [count] = await this.#database.run(countActiveKeys, { workspaceId });
    return count?.number ?? 0;
  }

  /** Keeps a key from being revoked to the end of the transaction. @returns false when it has ended. */
  async holdActive(uuid: string, at: Date): Promise<boolean> {
    return (await this.#database.run(holdKey, { id: uuid, at })).length === 1;
  }

  async insert(key: ApiKeyRow): Promise<void> {
    await this.#database.transaction(async (tx) => {
      tx.em.create(ApiKeyEntity, key);
    });
  }

  /** The keys of one workspace, or of all (null), oldest first. */
  async list(workspaceId: string | null): Promise<KeySummary[]> {
    return this.#withUses(await this.#database.run(listKeys, { workspaceId }));
  }

  /** Those of a workspace that are not revoked, oldest first. */
  async listActive(workspaceId: string): Promise<KeySummary[]> {
    return this.#withUses(await this.#database.run(listActiveKeys, { workspaceId }));
  }

  /** Null when the workspace has no such key, or it is revoked. */
  async get(workspaceId: string, uuid: string): Promise<KeySummary | null> {
    const [key] = await this.#withUses(await this.#database.run(getKey, { workspaceId, id: uuid }));
    return key ?? null;
  }

  /** What is deprecated and was used with a key. */
  deprecatedUses(uuid: string): Promise<DeprecatedUse[]> {
    return this.#database.run(listDeprecatedUses, { keyIds: [uuid] });
  }

  /** Adds uses of what is deprecated to those that are stored, in one statement. */
  async addDeprecatedUses(added: readonly DeprecatedUses[]): Promise<void> {
    await this.#database.run(addDeprecatedUses, {
      keyIds: added.map(({ keyId }) => keyId),
      operationIds: added.map(({ operationId }) => operationId),
      fields: added.map(({ field }) => field ?? ''),
      uses: added.map(({ uses }) => uses),
      times: added.map(({ lastUsedAt }) => lastUsedAt),
    });
  }

  async #withUses<Key extends Omit<KeySummary, 'deprecatedUses'>>(keys: readonly Key[]) {
    const uses = await this.#database.run(listDeprecatedUses, { keyIds: keys.map(({ id }) => id) });
    const byKey = Map.groupBy(uses, ({ keyId }) => keyId);
    return keys.map((key) => ({ ...key, deprecatedUses: byKey.get(key.id) ?? [] }));
  }

  /**
   * Ends a key, here and in every other process within a second. A key that has ended keeps its date.
   *
   * @param workspaceId the workspace whose key it must be, not revoked yet; null: any key, also once more.
   * @returns false when there is no such key.
   */
  async revoke(uuid: string, workspaceId: string | null, at: Date): Promise<boolean> {
    return this.#database.transaction(async (tx) => {
      const revoked = await tx.run(revokeKey, { id: uuid, at, workspaceId });
      if (revoked.length === 1) await notifyApiKeyChanged(toSqlExecutor(tx), encodeSuffix(uuid));
      return revoked.length === 1;
    });
  }

  /** Writes down last uses by key, in one statement. */
  async touch(uses: ReadonlyMap<string, Date>): Promise<void> {
    await this.#database.run(touchKeys, { ids: [...uses.keys()], uses: [...uses.values()] });
  }
}
