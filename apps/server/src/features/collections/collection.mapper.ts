import type { Collection } from '@product-content/contract';
import { encodeId } from '../../kernel/index.ts';
import type { CollectionRow } from './collection.entity.ts';

/** A collection as the API shows it. */
export function toCollection(row: CollectionRow, productCount: number): Collection {
  return {
    id: encodeId('collection', row.id),
    code: row.code,
    name: row.name,
    description: row.description,
    translations: row.translations,
    position: row.position,
    productCount,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
