import { createAll, type Preset } from './preset.ts';

/** The product export of Medusa. */
export const medusa: Preset = {
  title: 'Medusa',
  recognition: { columns: ['Product Handle', 'Product Title', 'Variant SKU'] },
  mapping: {
    'Variant SKU': 'sku',
    'Product Handle': 'seo.slug',
    'Product Title': 'name',
    'Product Subtitle': 'shortDescription',
    'Product Description': 'description',
    'Product Status': 'status',
    'Product Category 1': 'category',
    'Product Tags': 'tags',
    'Product Tag 1': 'tags',
    'Product Tag 2': 'tags',
    'Product Tag 3': 'tags',
    'Variant Barcode': 'gtin',
    'Variant EAN': 'gtin',
    'Variant UPC': 'gtin',
    'Variant Inventory Quantity': 'stock',
    'Variant Weight': 'weight',
    'Variant Length': 'length',
    'Variant Width': 'width',
    'Variant Height': 'height',
  },
  listSeparators: { tags: ',' },
  settings: {
    decimalSeparator: '.',
    createMissing: createAll,
    valueMaps: { status: { published: 'approved', proposed: 'in_review', rejected: 'draft' } },
    defaults: { 'units.weight': 'g', 'units.dimension': 'mm' },
  },
  transform: 'medusa_rows',
};
