import { createAll, type Preset } from './preset.ts';

/** WooCommerce's product export (https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema). */
export const woocommerce: Preset = {
  title: 'WooCommerce',
  recognition: { columns: ['ID', 'Type', 'SKU', 'Regular price'] },
  mapping: {
    SKU: 'sku',
    Type: 'type',
    Parent: 'parent',
    Name: 'name',
    Published: 'status',
    'Short description': 'shortDescription',
    Description: 'description',
    'GTIN, UPC, EAN, or ISBN': 'gtin',
    Brands: 'brand',
    Categories: 'category',
    Tags: 'tags',
    Images: 'images',
    Stock: 'stock',
    'Regular price': 'price',
    'Cost of goods': 'price.cost',
    Weight: 'weight',
    Length: 'length',
    Width: 'width',
    Height: 'height',
    Upsells: 'associations.upsell',
    'Cross-sells': 'associations.crossSell',
    'Grouped products': 'associations.pack',
  },
  listSeparators: {
    category: ',',
    tags: ',',
    images: ',',
    'associations.upsell': ',',
    'associations.crossSell': ',',
    'associations.pack': ',',
  },
  settings: {
    createMissing: createAll,
    valueMaps: { status: { 1: 'approved', 0: 'draft', '-1': 'draft' } },
  },
  transform: 'woocommerce_rows',
};
