import type { ApiKey } from '@product-content/contract';
import { encodeId } from '../../kernel/index.ts';
import type { KeySummary } from './key-record.ts';

/** A key as the API shows it. */
export function toApiKey(key: ApiKeyParts): ApiKey {
  const { id, name, prefix, scopes, createdAt, expiresAt, lastUsedAt, deprecatedUses } = key;
  return {
    id: encodeId('apiKey', id),
    name,
    prefix,
    scopes: [...scopes],
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    deprecatedUses: deprecatedUses.map(({ operationId, field, uses, lastUsedAt: at }) => {
      return { operationId, field, uses, lastUsedAt: at.toISOString() };
    }),
  };
}

type ApiKeyParts = Omit<KeySummary, 'workspaceSlug' | 'revokedAt'>;
