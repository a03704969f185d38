import { productFieldsWith } from '@product-content/contract';
import { decodeId } from '../../../kernel/index.ts';
import type { CatalogSnapshot } from '../../catalog/index.ts';
import { foldText } from './fold-text.ts';
import { attributeValue, type ProductDocument, renderDocument } from './product-document.ts';

const searchedFields = productFieldsWith('searched');

/** The row of a product, as the statement that saves it reads it. */
export interface ProductColumns {
  readonly id: string;
  readonly sku: string;
  readonly type: string;
  readonly status: string;
  readonly version: number;
  readonly parentId: string | null;
  readonly axisKey: string | null;
  readonly name: string | null;
  readonly brand: string | null;
  readonly gtin: string | null;
  readonly mpn: string | null;
  readonly search: string;
  readonly tags: readonly string[];
  readonly categoryId: string | null;
  readonly currency: string;
  readonly price: number | null;
  readonly completeness: number;
  readonly hasImages: boolean;
  readonly attributeKeys: readonly string[];
  readonly associatedSkus: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly document: string;
}

/** Everything a row has is a function of its document (and, for a variant, of its parent's axes). */
export function toProductColumns(
  id: string,
  document: ProductDocument,
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
    parentId: document.parent === null ? null : decodeId('product', document.parent.id),
    axisKey: axes === null ? null : axisKeyOf(document, axes),
    name,
    brand,
    gtin,
    mpn,
    search: searchText(document),
    tags: document.tags,
    categoryId: document.category === null ? null : decodeId('category', document.category.id),
    currency: document.currency,
    price: document.price,
    completeness: document.completeness,
    hasImages: document.images.length > 0,
    attributeKeys: attributeKeysOf(document, catalog),
    associatedSkus: associatedSkusOf(document),
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
    document: renderDocument(document),
  };
}

/** What `q` looks in: the SKU and the searched fields, folded. */
function searchText(document: ProductDocument): string {
  const texts = [document.sku, ...searchedFields.map((field) => document[field])];
  return foldText(texts.filter((text) => text !== null).join(' '));
}

/**
 * A variant's values of its parent's axes as one comparable text; null when the parent has no axes, so that its
 * variants are not compared.
 */
export function axisKeyOf(document: Pick<ProductDocument, 'attributes'>, axes: readonly string[]): string | null {
  if (axes.length === 0) return null;
  return JSON.stringify(axes.map((code) => attributeValue(document, code) ?? null));
}

/** The SKUs its associations name, each once. */
export function associatedSkusOf({ associations }: Pick<ProductDocument, 'associations'>): string[] {
  return [...new Set(Object.values(associations).flat())];
}

/** Which attributes and select options a product uses: `color`, `color=red`. */
function attributeKeysOf(document: ProductDocument, catalog: CatalogSnapshot): string[] {
  const keys = new Set<string>();
  const values = [
    document.attributes,
    ...Object.values(document.translations).map((locale) => locale.attributes ?? {}),
  ];
  for (const [code, value] of values.flatMap((attributes) => Object.entries(attributes))) {
    keys.add(code);
    if (!catalog.attribute(code)?.optionCodes.size) continue;
    for (const option of Array.isArray(value) ? value : [value]) keys.add(`${code}=${option}`);
  }
  return [...keys];
}
