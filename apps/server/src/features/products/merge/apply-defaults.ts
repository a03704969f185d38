import { decodeId } from '../../../kernel/index.ts';
import type { CatalogSnapshot } from '../../catalog/index.ts';
import type { ProductDraft } from '../unit/product-unit.ts';

/**
 * Fills in the default values of the attributes that apply to a new product's category. Variants are left alone:
 * they take what they do not have from their parent.
 */
export function applyDefaults(draft: ProductDraft, catalog: CatalogSnapshot): void {
  if (draft.category === null || draft.type === 'variant') return;
  const categoryId = decodeId('category', draft.category.id);
  if (categoryId === null) return;
  for (const { attribute } of catalog.effectiveAttributes(categoryId)) {
    if (attribute.defaultValue === null || attribute.unique || Object.hasOwn(draft.attributes, attribute.code))
      continue;
    draft.attributes = { ...draft.attributes, [attribute.code]: attribute.defaultValue };
  }
}
