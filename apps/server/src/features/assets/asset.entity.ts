import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { AssetSource, AssetType } from '@product-content/contract';

/** An image, a video or a document. Its file is in the file store, or at an external address. */
export const AssetEntity = defineEntity({
  name: 'Asset',
  tableName: 'asset',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    type: p.text().$type<AssetType>(),
    fileName: p.text(),
    mimeType: p.text().strictNullable(),
    /** Of the address of the file, without a dot. */
    extension: p.text(),
    size: p.integer().strictNullable(),
    width: p.integer().strictNullable(),
    height: p.integer().strictNullable(),
    checksum: p.text().strictNullable(),
    externalUrl: p.text().strictNullable(),
    /** Unique in the workspace: the checksum of its file, or of its external address. */
    identity: p.text(),
    altText: p.text().strictNullable(),
    tags: p.array().columnType('text[]').default([]),
    folder: p.text().default('/'),
    source: p.text().$type<AssetSource>(),
    /** File name and alt text, folded. */
    search: p.text(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export type AssetRow = InferEntity<typeof AssetEntity>;
