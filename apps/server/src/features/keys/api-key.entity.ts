import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** An API key. Of its secret only the SHA-256 is kept. */
export const ApiKeyEntity = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: p.uuid().primary(),
    workspaceId: p.uuid(),
    name: p.text(),
    /** The first characters of the key, shown to people. */
    prefix: p.text(),
    hash: p.blob(),
    scopes: p.array().columnType('text[]'),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3).strictNullable(),
    revokedAt: p.datetime(3).strictNullable(),
    lastUsedAt: p.datetime(3).strictNullable(),
  },
});

export type ApiKeyRow = InferEntity<typeof ApiKeyEntity>;

/** How often a key has used what is deprecated. */
export const DeprecatedUseEntity = defineEntity({
  name: 'DeprecatedUse',
  tableName: 'deprecated_use',
  properties: {
    apiKeyId: p.uuid().primary(),
    operationId: p.text().primary(),
    /** Of the input of the operation: `query.since`; empty: the operation itself. */
    field: p.text().primary(),
    uses: p.bigint('number'),
    lastUsedAt: p.datetime(3),
  },
});
