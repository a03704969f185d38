import { decodeId } from '../../../kernel/index.ts';
import type { TablesOf } from '../../../storage/index.ts';
import type { CatalogSnapshot } from '../../catalog/index.ts';
import type { ProductEntity } from '../product.entity.ts';
import { searchText } from '../search/search-text.ts';
import type { UnitEntry } from '../unit/unit-entry.ts';
import { attributeKeysOf } from './attribute-index.ts';
import { attributeValue, type ProductDocument } from './product-document.ts';

type Column = Exclude<keyof TablesOf<typeof ProductEntity>['product'], 'workspace_id' | 'document'>;

/** The columns of a product beside its document, as JSON. */
export type ProductColumns = Readonly<Record<Column, string | number | boolean | null | readonly string[]>>;

/**
 * All columns are derived from the document (and, for a variant, from its parent's axes).
 *
 * @param axes the codes of the axes of its parent; null without a parent.
 */
export function toProductColumns(
  { id, current: document, details }: Pick<UnitEntry, 'id' | 'current' | 'details'>,
  axes: readonly string[] | null,
  catalog: CatalogSnapshot,
): ProductColumns {
  const { name, sku, gtin, mpn, brand } = document;
  return {
    id,
    sku,
    type: document.type,
    status: document.status,
    version: document.version,
    parent_id: document.parent === null ? null : decodeId('product', document.parent.id),
    axis_key: axes === null ? null : axisKeyOf(document, axes),
    name,
    brand,
    gtin,
    mpn,
    search: searchText(document),
    tags: document.tags,
    category_id: document.category === null ? null : decodeId('category', document.category.id),
    currency: document.currency,
    price: document.price,
    completeness: document.completeness,
    has_images: document.images.length > 0,
    attribute_keys: attributeKeysOf(document, catalog),
    associated_skus: associatedSkusOf(document),
    created_at: document.createdAt,
    updated_at: document.updatedAt,
    completeness_details: JSON.stringify(details),
  };
}

/**
 * A variant's values of its parent's axes as one comparable text; null when the parent has no axes, so variants are not
 * compared.
 */
export function axisKeyOf(document: Pick<ProductDocument, 'attributes'>, axes: readonly string[]): string | null {
  if (axes.length === 0) return null;
  return JSON.stringify(axes.map((code) => attributeValue(document, code) ?? null));
}

/** The SKUs of its associations, without duplicates. */
export function associatedSkusOf({ associations }: Pick<ProductDocument, 'associations'>): string[] {
  return [...new Set(Object.values(associations).flat())];
}
