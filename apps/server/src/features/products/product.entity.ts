import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { ProductStatus, ProductType, VersionEvent } from '@product-content/contract';
import type { Actor, ChangeSource } from '../../kernel/index.ts';

/** A product: columns for filtering and sorting lists, and the product itself as JSON text. */
export const ProductEntity = defineEntity({
  name: 'Product',
  tableName: 'product',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    sku: p.text(),
    type: p.text().$type<ProductType>(),
    status: p.text().$type<ProductStatus>(),
    version: p.integer(),
    parentId: p.uuid().strictNullable(),
    /** Canonical JSON of a variant's axis values, unique among its siblings. */
    axisKey: p.text().strictNullable(),
    name: p.text().strictNullable(),
    brand: p.text().strictNullable(),
    gtin: p.text().strictNullable(),
    mpn: p.text().strictNullable(),
    /** Folded name, SKU, GTIN, MPN and brand. */
    search: p.text(),
    tags: p.array().columnType('text[]').default([]),
    categoryId: p.uuid().strictNullable(),
    currency: p.text(),
    /** The exact amount as text, such as `19.9000`. */
    price: p.decimal('string').precision(19).scale(4).strictNullable(),
    completeness: p.smallint(),
    hasImages: p.boolean(),
    /** Attributes and select options in use, and values of filterable attributes: `color`, `color=red`. */
    attributeKeys: p.array().columnType('text[]').default([]),
    /** SKUs of its associations. */
    associatedSkus: p.array().columnType('text[]').default([]),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    /** The plain product as JSON text; it depends on this row alone. */
    document: p.text(),
    /** JSON text of the contract's CompletenessDetails, which only the endpoint of a single product returns. */
    completenessDetails: p.text(),
  },
});

export type ProductRow = InferEntity<typeof ProductEntity>;

/** A product at one version. It outlives the product, because events refer to it. */
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

/** A number, or a date as days since 1970, of a filterable attribute. */
export const ProductNumberEntity = defineEntity({
  name: 'ProductNumber',
  tableName: 'product_number',
  properties: {
    workspaceId: p.uuid().primary(),
    productId: p.uuid().primary(),
    attributeId: p.uuid().primary(),
    value: p.double(),
  },
});

/** A product in a collection, with its position. */
export const CollectionProductEntity = defineEntity({
  name: 'CollectionProduct',
  tableName: 'collection_product',
  properties: {
    workspaceId: p.uuid().primary(),
    collectionId: p.uuid().primary(),
    productId: p.uuid().primary(),
    position: p.integer(),
  },
});

/** A product that uses an asset in its images. */
export const ProductAssetEntity = defineEntity({
  name: 'ProductAsset',
  tableName: 'product_asset',
  properties: {
    workspaceId: p.uuid().primary(),
    productId: p.uuid().primary(),
    assetId: p.uuid().primary(),
  },
});
