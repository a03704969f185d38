import { createAll, type Preset } from './preset.ts';

/** The product files of Vendure (https://docs.vendure.io/guides/developer-guide/importing-data/). */
export const vendure: Preset = {
  title: 'Vendure',
  recognition: { columns: ['sku', 'optionGroups', 'optionValues', 'taxCategory'] },
  mapping: {
    sku: 'sku',
    name: 'name',
    slug: 'seo.slug',
    description: 'description',
    price: 'price',
    stockOnHand: 'stock',
  },
  relativeImages: { assets: 'images' },
  settings: { decimalSeparator: '.', createMissing: createAll },
  transform: 'vendure_rows',
};
