import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { NamedTranslations } from '../catalog/index.ts';

/** A manually ordered list of products. */
export const CollectionEntity = defineEntity({
  name: 'Collection',
  tableName: 'collection',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    code: p.text(),
    name: p.text(),
    description: p.text().strictNullable(),
    translations: p.json<NamedTranslations>().default('{}'),
    position: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export type CollectionRow = InferEntity<typeof CollectionEntity>;
