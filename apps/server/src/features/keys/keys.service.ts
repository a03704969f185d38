import { createApiKey } from '@contract-kit/middleware';
import {
  ApiError,
  type Clock,
  decodeId,
  encodeSuffix,
  type IdSource,
  invalidFields,
  type WorkspaceSettings,
} from '../../kernel/index.ts';
import type { KeyCreate } from './key.schema.ts';
import { type KeySummary, keyPrefix } from './key-record.ts';
import type { KeyRepository } from './keys.repository.ts';

export interface KeyServiceOptions {
  readonly repository: KeyRepository;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** A key that was just made: the only moment its text is known. */
export interface CreatedKey extends KeySummary {
  /** `pcm_<id>_<secret>`. */
  readonly key: string;
}

/** API keys. Of their secrets only hashes are kept. */
export class KeyService {
  readonly #options: KeyServiceOptions;

  constructor(options: KeyServiceOptions) {
    this.#options = options;
  }

  /**
   * @param input parsed by `KeyCreateSchema`.
   * @throws ApiError `validation_failed` for an expiry that is past.
   */
  async create(workspace: WorkspaceSettings, input: KeyCreate): Promise<CreatedKey> {
    const { repository, clock, ids } = this.#options;
    const now = clock.now();
    if (input.expiresAt !== null && input.expiresAt <= now)
      throw invalidFields({ expiresAt: 'Must be in the future.' });
    const id = ids.next();
    const { key, prefix, hash } = createApiKey({ prefix: keyPrefix, id: encodeSuffix(id) });
    const row = { ...input, id, prefix, createdAt: now, revokedAt: null, lastUsedAt: null };
    await repository.insert({ ...row, workspaceId: workspace.id, hash });
    return { ...row, workspaceSlug: workspace.slug, key };
  }

  /** The keys of one workspace, or of all (null), oldest first. */
  list(workspace: WorkspaceSettings | null): Promise<KeySummary[]> {
    return this.#options.repository.list(workspace?.id ?? null);
  }

  /**
   * Ends a key at once. Revoking it again changes nothing.
   *
   * @param reference `key_…`.
   * @throws ApiError `not_found`.
   */
  async revoke(reference: string): Promise<void> {
    const { repository, clock } = this.#options;
    const id = decodeId('apiKey', reference);
    if (id === null || !(await repository.revoke(id, clock.now()))) {
      throw new ApiError('not_found', `No API key "${reference}" exists.`);
    }
  }
}
