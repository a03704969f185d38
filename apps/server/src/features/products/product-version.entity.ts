import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { ProductStatus, VersionEvent } from '@product-content/contract';
import type { Actor, ChangeSource } from '../../kernel/index.ts';

/** A product as it was at one version. Outlives the product, because events refer to it. */
export const ProductVersionEntity = defineEntity({
  name: 'ProductVersion',
  tableName: 'product_version',
  properties: {
    workspaceId: p.uuid().primary(),
    productId: p.uuid().primary(),
    version: p.integer().primary(),
    createdAt: p.datetime(3),
    event: p.text().$type<VersionEvent>(),
    source: p.text().$type<ChangeSource>(),
    actor: p.json<Actor>(),
    changedFields: p.array().columnType('text[]'),
    status: p.text().$type<ProductStatus>(),
    document: p.text(),
  },
});

export type ProductVersionRow = InferEntity<typeof ProductVersionEntity>;

/** The one product that holds a value of a unique attribute. */
export const ProductUniqueValueEntity = defineEntity({
  name: 'ProductUniqueValue',
  tableName: 'product_unique_value',
  properties: {
    workspaceId: p.uuid().primary(),
    attributeId: p.uuid().primary(),
    value: p.text().primary(),
    productId: p.uuid(),
  },
});

export type ProductUniqueValueRow = InferEntity<typeof ProductUniqueValueEntity>;
