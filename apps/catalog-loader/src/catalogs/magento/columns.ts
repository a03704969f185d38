import { membersOf } from './packed-cells.ts';

/** Columns with few distinct values that become attributes, by the attribute's code. */
export const attributeColumns = {
  attribute_set_code: 'attribute_set',
  product_websites: 'websites',
  tax_class_name: 'tax_class',
  visibility: 'visibility',
} as const satisfies Readonly<Record<string, string>>;

export const imageColumns = ['base_image', 'small_image', 'thumbnail_image'] as const;

/** The attribute for the paths of images, which have no address. */
export const imagePathsAttribute = 'image_paths';

/** Packed attributes that are bookkeeping of the shop software. */
export const ignoredAttributes: ReadonlySet<string> = new Set(['has_options', 'required_options']);

/** Columns that are loaded. The content of others is reported for each column. */
export const handledColumns: ReadonlySet<string> = new Set([
  ...Object.keys(attributeColumns),
  ...imageColumns,
  'additional_attributes',
  'additional_images',
  'categories',
  'configurable_variations',
  'description',
  'meta_description',
  'meta_title',
  'name',
  'price',
  'product_online',
  'product_type',
  'qty',
  'short_description',
  'sku',
  'store_view_code',
  'url_key',
  'weight',
]);

/** The image paths of a row without duplicates, the main one first. */
export function imagePathsOf(cells: Readonly<Record<string, string>>): string[] {
  const main = imageColumns.map((column) => cells[column] ?? '');
  const additional = (cells.additional_images ?? '').replaceAll(',', '|');
  return membersOf([...main, additional].join('|'));
}
