import { type ApiKeyRecord, createApiKey, unauthorized } from '@contract-kit/middleware';
import { encodeSuffix, type WorkspaceSettings } from '../../kernel/index.ts';

/** The prefix of this app's keys: `pcm_<id>_<secret>`. */
export const keyPrefix = 'pcm';

/** An API key as authentication caches it, with the workspace it belongs to. */
export interface KeyRecord extends ApiKeyRecord {
  /** UUID of the key; `id` is its base-32 form in the text of the key. */
  readonly uuid: string;
  /** The first characters of the key, shown to people. */
  readonly prefix: string;
  readonly workspace: WorkspaceSettings;
  /** The last use that was saved when the record was read. */
  readonly lastUsedAt: Date | null;
}

/** How often a key has used something deprecated. */
export interface DeprecatedUse {
  readonly operationId: string;
  /** The deprecated field: `query.since`; null if the operation itself is deprecated. */
  readonly field: string | null;
  readonly uses: number;
  readonly lastUsedAt: Date;
}

/** Uses of one key to be added to the stored ones. */
export interface DeprecatedUses extends DeprecatedUse {
  /** UUID */
  readonly keyId: string;
}

/** A key without its secret. */
export interface KeySummary {
  /** UUID. */
  readonly id: string;
  readonly workspaceSlug: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly deprecatedUses: readonly DeprecatedUse[];
}

/** The text of a new key, its prefix and the hash to store. @param id UUIDv7. */
export const createKeyText = (id: string) => createApiKey({ prefix: keyPrefix, id: encodeSuffix(id) });

/** The error for a caller whose key has ended since the request was authenticated. */
export const keyEnded = () => unauthorized('The API key was revoked or has expired.');
