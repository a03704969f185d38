import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { WorkspaceEntity } from '../workspaces/index.ts';

/** An API key. Only the SHA-256 of its secret is stored. */
export const ApiKeyEntity = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: p.uuid().primary(),
    workspace: () =>
      p
        .manyToOne(WorkspaceEntity)
        .foreignKeyName('api_key_workspace_id_fkey')
        .updateRule('no action')
        .deleteRule('no action'),
    /** For the filter that restricts queries to one workspace. */
    workspaceId: p.uuid().persist(false),
    name: p.text(),
    /** The first characters of the key, shown to people. */
    prefix: p.text(),
    hash: p.blob(),
    scopes: p.array().columnType('text[]'),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3).strictNullable(),
    revokedAt: p.datetime(3).strictNullable(),
    lastUsedAt: p.datetime(3).strictNullable(),
    deprecatedUses: () =>
      p.oneToMany(DeprecatedUseEntity).mappedBy('key').orderBy({ operationId: 'asc', field: 'asc' }),
  },
});

export type ApiKeyRow = InferEntity<typeof ApiKeyEntity>;

/** How often a key has used something deprecated. */
export const DeprecatedUseEntity = defineEntity({
  name: 'DeprecatedUse',
  tableName: 'deprecated_use',
  properties: {
    key: () =>
      p
        .manyToOne(ApiKeyEntity)
        .primary()
        .joinColumn('api_key_id')
        .foreignKeyName('deprecated_use_api_key_id_fkey')
        .updateRule('no action')
        .deleteRule('cascade'),
    operationId: p.text().primary(),
    /** The deprecated input field: `query.since`; empty for the operation itself. */
    field: p.text().primary(),
    uses: p.bigint('number'),
    lastUsedAt: p.datetime(3),
  },
});
