import type { ApiKey } from '@product-content/contract';
import { encodeId } from '../../kernel/index.ts';
import type { KeySummary } from './key-record.ts';

/** A key as the API shows it. */
export function toApiKey({ id, name, prefix, scopes, createdAt, expiresAt, lastUsedAt }: ApiKeyParts): ApiKey {
  return {
    id: encodeId('apiKey', id),
    name,
    prefix,
    scopes: [...scopes],
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

type ApiKeyParts = Omit<KeySummary, 'workspaceSlug' | 'revokedAt'>;
