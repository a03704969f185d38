import type { ApiKeyStore } from '@contract-kit/middleware';
import { notifyApiKeyChanged } from '@contract-kit/middleware/postgres';
import { type FilterQuery, type InferEntity, LockMode } from '@mikro-orm/core';
import { decodeSuffix, encodeSuffix } from '../../kernel/index.ts';
import { acquireLock, type Database, toSqlExecutor, workspaceFilter } from '../../storage/index.ts';
import { WorkspaceEntity } from '../workspaces/index.ts';
import { ApiKeyEntity, type ApiKeyRow, DeprecatedUseEntity } from './api-key.entity.ts';
import { addDeprecatedUses, findKey, holdKey, touchKeys } from './api-key.sql.ts';
import type { DeprecatedUse, DeprecatedUses, KeyRecord, KeySummary } from './key-record.ts';

/** The columns of a new key. */
export type NewKey = Omit<ApiKeyRow, 'workspace' | 'deprecatedUses'>;

/** Keys that are not revoked. */
const active = { revokedAt: null } as const;

/** For queries over all workspaces: the operator of the server sees all keys. */
const anyWorkspace = { filters: { [workspaceFilter]: false } } as const;

/** API keys in PostgreSQL; the store that authentication uses. */
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

  /** Runs work in one transaction. */
  transaction<T>(work: () => Promise<T>): Promise<T> {
    return this.#database.transaction(work);
  }

  /** Prevents keys from being added to the workspace until the end of the transaction. @returns how many there are. */
  async lockAndCount(workspaceId: string): Promise<number> {
    await this.#database.run(acquireLock, { name: `api keys ${workspaceId}` });
    return this.#database.emOf(workspaceId).count(ApiKeyEntity, active);
  }

  /** Prevents a key from being revoked until the end of the transaction. @returns false when it has ended. */
  async holdActive(uuid: string, at: Date): Promise<boolean> {
    return (await this.#database.run(holdKey, { id: uuid, at })).length === 1;
  }

  /** Must be called within a transaction, which writes it. */
  insert({ workspaceId, ...key }: NewKey): void {
    const em = this.#database.emOf(workspaceId);
    em.create(ApiKeyEntity, { ...key, workspace: em.getReference(WorkspaceEntity, workspaceId) });
  }

  /** The keys of one workspace, or of all (null), oldest first. */
  async list(workspaceId: string | null): Promise<KeySummary[]> {
    return this.#find(workspaceId, {});
  }

  /** The keys of a workspace that are not revoked, oldest first. */
  async listActive(workspaceId: string): Promise<KeySummary[]> {
    return this.#find(workspaceId, active);
  }

  /** Null when the workspace has no such key, or it is revoked. */
  async get(workspaceId: string, uuid: string): Promise<KeySummary | null> {
    const [key] = await this.#find(workspaceId, { id: uuid, ...active });
    return key ?? null;
  }

  /** The deprecated operations and fields used with a key. */
  async deprecatedUses(uuid: string): Promise<DeprecatedUse[]> {
    const em = this.#database.orm.em.fork();
    const orderBy = { operationId: 'asc', field: 'asc' } as const;
    const uses = await em.find(DeprecatedUseEntity, { key: uuid }, { orderBy, ...anyWorkspace });
    return uses.map(toDeprecatedUse);
  }

  /** Adds uses of deprecated operations and fields to the stored ones, in one statement. */
  async addDeprecatedUses(added: readonly DeprecatedUses[]): Promise<void> {
    await this.#database.run(addDeprecatedUses, {
      keyIds: added.map(({ keyId }) => keyId),
      operationIds: added.map(({ operationId }) => operationId),
      fields: added.map(({ field }) => field ?? ''),
      uses: added.map(({ uses }) => uses),
      times: added.map(({ lastUsedAt }) => lastUsedAt),
    });
  }

  /**
   * Revokes a key, here and in every other process within a second. A key already revoked keeps its date.
   *
   * @param workspaceId the key must belong to this workspace and not be revoked yet; null: any key, revoked or not.
   * @returns false when there is no such key.
   */
  async revoke(uuid: string, workspaceId: string | null, at: Date): Promise<boolean> {
    return this.#database.transaction(async (tx) => {
      const [em, where, options] =
        workspaceId === null
          ? [tx.em, { id: uuid }, anyWorkspace]
          : [this.#database.emOf(workspaceId), { id: uuid, ...active }, {}];
      const lockMode = LockMode.PESSIMISTIC_WRITE;
      const key = await em.findOne(ApiKeyEntity, where, { lockMode, refresh: true, ...options });
      if (key === null) return false;
      key.revokedAt ??= at;
      await tx.em.flush();
      await notifyApiKeyChanged(toSqlExecutor(tx), encodeSuffix(uuid));
      return true;
    });
  }

  /** Saves the last uses of keys, in one statement. */
  async touch(uses: ReadonlyMap<string, Date>): Promise<void> {
    await this.#database.run(touchKeys, { ids: [...uses.keys()], uses: [...uses.values()] });
  }

  async #find(workspaceId: string | null, where: FilterQuery<ApiKeyRow>): Promise<KeySummary[]> {
    const [em, options] =
      workspaceId === null ? [this.#database.orm.em.fork(), anyWorkspace] : [this.#database.emOf(workspaceId), {}];
    const populate = ['workspace', 'deprecatedUses'] as const;
    const keys = await em.find(ApiKeyEntity, where, { populate, orderBy: { id: 'asc' }, ...options });
    return keys.map(toSummary);
  }
}

function toSummary(key: ApiKeyRow): KeySummary {
  const { id, workspace, name, prefix, scopes, createdAt, expiresAt, revokedAt, lastUsedAt, deprecatedUses } = key;
  return {
    ...{ id, name, prefix, scopes, createdAt, expiresAt, revokedAt, lastUsedAt },
    workspaceSlug: workspace.slug,
    deprecatedUses: deprecatedUses.getItems().map(toDeprecatedUse),
  };
}

function toDeprecatedUse({ operationId, field, uses, lastUsedAt }: InferEntity<typeof DeprecatedUseEntity>) {
  return { operationId, field: field === '' ? null : field, uses, lastUsedAt };
}
