import { createAll, type Preset } from './preset.ts';

/** Shopify's product export (https://help.shopify.com/en/manual/products/import-export/using-csv). */
export const shopify: Preset = {
  title: 'Shopify',
  recognition: { columns: ['Handle', 'Title', 'Body (HTML)', 'Variant Price'] },
  mapping: {
    'Variant SKU': 'sku',
    Handle: 'seo.slug',
    Title: 'name',
    'Body (HTML)': 'description',
    Vendor: 'brand',
    'Product Category': 'category',
    Type: 'category',
    Tags: 'tags',
    Status: 'status',
    Published: 'status',
    'Variant Grams': 'weight',
    'Variant Inventory Qty': 'stock',
    'Variant Price': 'price',
    'Variant Compare At Price': 'price.compareAt',
    'Cost per item': 'price.cost',
    'Variant Barcode': 'gtin',
    'Image Src': 'images',
    'SEO Title': 'seo.title',
    'SEO Description': 'seo.description',
    'Google Shopping / MPN': 'mpn',
  },
  listSeparators: { tags: ',' },
  settings: {
    decimalSeparator: '.',
    createMissing: createAll,
    valueMaps: { status: { active: 'approved', true: 'approved', false: 'draft' } },
    // `Variant Weight Unit` is the unit that Shopify displays; the column itself is always in grams.
    defaults: { 'units.weight': 'g' },
  },
  transform: 'shopify_rows',
};
