import { newAxisTarget } from '@product-content/contract';
import { googleAxes } from '../transforms/shops/google.ts';
import { createAll, type Preset } from './preset.ts';

/**
 * Google Merchant Center's product data, as RSS, Atom, TSV or XML
 * (https://support.google.com/merchants/answer/7052112). The files state availability, but no quantity.
 */
export const google: Preset = {
  title: 'Google Merchant Center',
  recognition: { columns: ['id', 'title', 'link', 'price'], oneOf: ['image_link', 'availability'] },
  mapping: {
    id: 'sku',
    title: 'name',
    description: 'description',
    brand: 'brand',
    gtin: 'gtin',
    mpn: 'mpn',
    price: 'price',
    image_link: 'images',
    additional_image_link: 'images',
    product_type: 'category',
    google_product_category: 'category',
    product_highlight: 'bullets',
    ...Object.fromEntries(googleAxes.map((name) => [name, `${newAxisTarget}text`])),
  },
  settings: { decimalSeparator: '.', createMissing: createAll },
  transform: 'google_groups',
};
