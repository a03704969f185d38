import { type CompletenessDetails, productFieldsWith } from '@product-content/contract';
import { decodeId } from '../../../kernel/index.ts';
import type { CatalogSnapshot } from '../../catalog/index.ts';
import { attributeValue, isFilled, type ProductDocument } from './product-document.ts';

/** The fields every product needs, whatever its category. */
const requiredFields = productFieldsWith('required');

/**
 * How complete a product is: the fields every product needs, and the attributes required in its category. Empty strings
 * and lists count as missing. Values that a variant inherits count (API behavior 4.15).
 */
export function computeCompleteness(
  document: ProductDocument,
  parent: ProductDocument | null,
  catalog: CatalogSnapshot,
): CompletenessDetails {
  const missing: string[] = [];
  let required = requiredFields.length;
  for (const field of requiredFields) {
    if (!isFilled(document[field]) && !isFilled(parent?.[field])) missing.push(field);
  }
  for (const code of requiredAttributes(document, parent, catalog)) {
    required += 1;
    if (!isFilled(attributeValue(document, code)) && !(parent && isFilled(attributeValue(parent, code)))) {
      missing.push(`attributes.${code}`);
    }
  }
  return { required, filled: required - missing.length, missing };
}

/** The percentage for the details, rounded down. */
export function completenessPercent({ required, filled }: CompletenessDetails): number {
  return Math.floor((100 * filled) / required);
}

/** True when nothing is missing, which is a percentage of 100. */
export function isComplete({ missing }: CompletenessDetails): boolean {
  return missing.length === 0;
}

/** True when both are equal. */
export function isSameCompleteness(a: CompletenessDetails, b: CompletenessDetails): boolean {
  return (
    a.required === b.required &&
    a.missing.length === b.missing.length &&
    a.missing.every((path, index) => path === b.missing[index])
  );
}

/**
 * What variants inherit from their parent for completeness, as comparable text: while it stays the same, a change of
 * the parent does not affect the completeness of its variants.
 */
export function inheritanceKey(parent: ProductDocument): string {
  const fields = requiredFields.filter((field) => isFilled(parent[field]));
  const attributes = Object.keys(parent.attributes).filter((code) => isFilled(parent.attributes[code]));
  return JSON.stringify([fields, parent.category?.id ?? null, attributes.sort()]);
}

function requiredAttributes(
  document: ProductDocument,
  parent: ProductDocument | null,
  catalog: CatalogSnapshot,
): string[] {
  const category = document.category ?? parent?.category ?? null;
  const categoryId = category === null ? null : decodeId('category', category.id);
  if (categoryId === null || catalog.categoryById(categoryId) === undefined) return [];
  return catalog
    .effectiveAttributes(categoryId)
    .filter((entry) => entry.required)
    .map((entry) => entry.attribute.code);
}
