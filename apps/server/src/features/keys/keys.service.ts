import { type ApiKeyCreate, limits } from '@product-content/contract';
import {
  ApiError,
  type Clock,
  decodeId,
  type IdSource,
  invalidFields,
  notFound,
  type RequestContext,
  type WorkspaceSettings,
} from '../../kernel/index.ts';
import { createKeyText, type DeprecatedUse, type KeyRecord, type KeySummary, keyEnded } from './key-record.ts';
import type { KeyRepository } from './keys.repository.ts';

export interface KeyServiceOptions {
  readonly repository: KeyRepository;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** A new key, with its text, which is shown only once. */
export interface CreatedKey extends KeySummary {
  /** `pcm_<id>_<secret>`. */
  readonly key: string;
}

/** API keys. Only hashes of their secrets are stored. */
export class KeyService {
  readonly #options: KeyServiceOptions;

  constructor(options: KeyServiceOptions) {
    this.#options = options;
  }

  /**
   * Creates a key for the operator of the server.
   *
   * @throws ApiError `validation_failed` for an expiry in the past; `conflict` when the workspace has as many as
   *   allowed.
   */
  create(workspace: WorkspaceSettings, input: ApiKeyCreate): Promise<CreatedKey> {
    return this.#insert(workspace, input, null);
  }

  /**
   * A key can only create keys with scopes it has itself.
   *
   * @throws ApiError `forbidden`, naming the scopes that `maker` lacks; `validation_failed` at `expiresAt` when the new
   *   key would outlive `maker`.
   */
  assertMayCreate(maker: KeyRecord, input: ApiKeyCreate): void {
    assertCovers(maker, input.scopes, 'cannot grant scopes it lacks');
    const end = maker.expiresAt;
    const requested = input.expiresAt == null ? null : new Date(input.expiresAt);
    if (end !== null && (requested === null || requested > end)) {
      throw invalidFields({ expiresAt: `Must not be after the calling key expires: ${end.toISOString()}.` });
    }
  }

  /**
   * Creates a key on behalf of the holder of another one, which {@link assertMayCreate} has checked. A revoked key
   * creates no more keys, not even within the second in which other processes may still accept it.
   *
   * @throws ApiError as {@link create}; `unauthorized` when `maker` has ended.
   */
  createWith(maker: KeyRecord, input: ApiKeyCreate): Promise<CreatedKey> {
    return this.#insert(maker.workspace, input, maker);
  }

  /** The keys of one workspace, or of all (null), including revoked ones, oldest first. */
  list(workspace: WorkspaceSettings | null): Promise<KeySummary[]> {
    return this.#options.repository.list(workspace?.id ?? null);
  }

  /** The keys of the workspace that are not revoked, oldest first. */
  listActive({ workspace }: RequestContext): Promise<KeySummary[]> {
    return this.#options.repository.listActive(workspace.id);
  }

  /** The deprecated operations and fields used with a key. */
  deprecatedUses({ uuid }: KeyRecord): Promise<DeprecatedUse[]> {
    return this.#options.repository.deprecatedUses(uuid);
  }

  /** @throws ApiError `not_found`, also for a key that is revoked. */
  async get({ workspace }: Pick<RequestContext, 'workspace'>, reference: string): Promise<KeySummary> {
    const id = decodeId('apiKey', reference);
    const key = id === null ? null : await this.#options.repository.get(workspace.id, id);
    if (key === null) throw notFound('API key');
    return key;
  }

  /**
   * Revokes a key of any workspace immediately. Revoking it again changes nothing.
   *
   * @param reference `key_…`.
   * @throws ApiError `not_found`.
   */
  async revoke(reference: string): Promise<void> {
    if (await this.#revoke(reference, null)) return;
    throw new ApiError('not_found', `No API key "${reference}" exists.`);
  }

  /**
   * A key can revoke itself, and keys without scopes beyond its own.
   *
   * @throws ApiError `forbidden`, naming the scopes the caller lacks; `not_found` as {@link get}.
   */
  async assertMayRevoke(caller: KeyRecord, reference: string): Promise<void> {
    const key = await this.get(caller, reference);
    assertCovers(caller, key.scopes, 'cannot revoke a key with scopes it lacks');
  }

  /**
   * Revokes a key of the workspace immediately. @throws ApiError `not_found`, also for a key that is already revoked.
   */
  async revokeOwn({ workspace }: RequestContext, reference: string): Promise<void> {
    if (!(await this.#revoke(reference, workspace.id))) throw notFound('API key');
  }

  async #revoke(reference: string, workspaceId: string | null): Promise<boolean> {
    const { repository, clock } = this.#options;
    const id = decodeId('apiKey', reference);
    return id !== null && repository.revoke(id, workspaceId, clock.now());
  }

  async #insert(workspace: WorkspaceSettings, input: ApiKeyCreate, maker: KeyRecord | null): Promise<CreatedKey> {
    const { repository, clock, ids } = this.#options;
    const now = clock.now();
    const expiresAt = input.expiresAt == null ? null : new Date(input.expiresAt);
    if (expiresAt !== null && expiresAt <= now) throw invalidFields({ expiresAt: 'Must be in the future.' });
    const id = ids.next();
    const { key, prefix, hash } = createKeyText(id);
    const { name, scopes } = input;
    const row = { id, name, scopes, prefix, createdAt: now, expiresAt, revokedAt: null, lastUsedAt: null };
    await repository.transaction(async () => {
      if ((await repository.lockAndCount(workspace.id)) >= limits.keys) {
        throw new ApiError('conflict', `A workspace has at most ${limits.keys} API keys.`);
      }
      if (maker !== null && !(await repository.holdActive(maker.uuid, now))) {
        throw keyEnded();
      }
      repository.insert({ ...row, workspaceId: workspace.id, hash });
    });
    return { ...row, workspaceSlug: workspace.slug, deprecatedUses: [], key };
  }
}

function assertCovers({ scopes }: KeyRecord, others: readonly string[], rule: string): void {
  const missing = others.filter((scope) => !scopes.includes(scope)).map((scope) => `"${scope}"`);
  if (missing.length > 0) throw new ApiError('forbidden', `The API key ${rule}: ${missing.join(', ')}.`);
}
