import { createAll, type Preset } from './preset.ts';

/** The Yandex market language (https://yandex.ru/support/partnermarket/export/yml.html). */
export const yml: Preset = {
  title: 'YML',
  recognition: { columns: ['@id', 'price'], itemPaths: ['yml_catalog.shop.offers.offer'] },
  mapping: {
    '@id': 'sku',
    name: 'name',
    description: 'description',
    vendor: 'brand',
    vendorCode: 'mpn',
    barcode: 'gtin',
    picture: 'images',
    price: 'price',
    oldprice: 'price.compareAt',
    weight: 'weight',
  },
  settings: {
    decimalSeparator: '.',
    createMissing: createAll,
    defaults: { 'units.weight': 'kg', 'units.dimension': 'cm' },
  },
  transform: 'yml_offers',
};
