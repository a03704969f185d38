import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { NamedTranslations } from '../catalog/index.ts';

/** A node of the category tree. */
export const CategoryEntity = defineEntity({
  name: 'Category',
  tableName: 'category',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    code: p.text(),
    name: p.text(),
    description: p.text().strictNullable(),
    translations: p.json<NamedTranslations>().default('{}'),
    parentId: p.uuid().strictNullable(),
    position: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export type CategoryRow = InferEntity<typeof CategoryEntity>;

/** An attribute that a category adds to its products and to those of its descendants. */
export const CategoryAttributeEntity = defineEntity({
  name: 'CategoryAttribute',
  tableName: 'category_attribute',
  properties: {
    workspaceId: p.uuid().primary(),
    categoryId: p.uuid().primary(),
    attributeId: p.uuid().primary(),
    /** Null: the attribute's definition decides. */
    required: p.boolean().strictNullable(),
    position: p.integer(),
  },
});

export type CategoryAttributeRow = InferEntity<typeof CategoryAttributeEntity>;
