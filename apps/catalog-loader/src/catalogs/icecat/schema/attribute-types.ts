import type { AttributeType } from '@product-content/contract';
import type { IcecatAttribute } from './read-schema.ts';

/** The destination of a value: a field of the product, or an attribute. */
export type Target =
  | 'identity'
  | 'name'
  | 'description'
  | 'shortDescription'
  | 'seoTitle'
  | 'seoDescription'
  | 'brand'
  | 'collections'
  | 'gtin'
  | 'weight'
  | 'prices'
  | 'image'
  | 'attribute';

/** Attributes with a corresponding field of a product. */
const fieldTargets: Readonly<Record<string, Target>> = {
  sku: 'identity',
  name: 'name',
  description: 'description',
  short_description: 'shortDescription',
  meta_title: 'seoTitle',
  meta_description: 'seoDescription',
  brand: 'brand',
  collection: 'collections',
  ean: 'gtin',
  weight: 'weight',
};

export function targetOf({ code, type }: Pick<IcecatAttribute, 'code' | 'type'>): Target {
  if (type === 'pim_catalog_price_collection') return 'prices';
  if (type === 'pim_catalog_image') return 'image';
  return fieldTargets[code] ?? 'attribute';
}

/**
 * Targets that also keep the attribute: a GTIN field only accepts valid numbers, and images need an address, so an
 * attribute preserves the source's own values.
 */
const keptTargets: ReadonlySet<Target> = new Set(['attribute', 'gtin', 'image']);

export const isKeptAsAttribute = (attribute: IcecatAttribute): boolean => keptTargets.has(targetOf(attribute));

/** The contract's type for an attribute. Files and images are kept as the text of their path. */
export function typeOf({ type, decimals, html }: IcecatAttribute): AttributeType {
  switch (type) {
    case 'pim_catalog_textarea':
      return html ? 'richtext' : 'textarea';
    case 'pim_catalog_number':
      return decimals ? 'decimal' : 'integer';
    case 'pim_catalog_metric':
      return 'decimal';
    case 'pim_catalog_boolean':
      return 'boolean';
    case 'pim_catalog_date':
      return 'date';
    case 'pim_catalog_simpleselect':
      return 'select';
    case 'pim_catalog_multiselect':
      return 'multiselect';
    default:
      return 'text';
  }
}
