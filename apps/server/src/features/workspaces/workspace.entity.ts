import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** A workspace: the owner of all other rows, and its settings for them. */
export const WorkspaceEntity = defineEntity({
  name: 'Workspace',
  tableName: 'workspace',
  properties: {
    id: p.uuid().primary(),
    slug: p.text().unique(),
    name: p.text(),
    defaultLocale: p.text(),
    locales: p.array().columnType('text[]'),
    defaultCurrency: p.text(),
    currencies: p.array().columnType('text[]'),
    /** Incremented by every change to categories, attributes, groups and collections. */
    catalogVersion: p.bigint('number').defaultRaw('1'),
    createdAt: p.datetime(3),
  },
});

export type WorkspaceRow = InferEntity<typeof WorkspaceEntity>;
