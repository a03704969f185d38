import { createAll, type Preset } from './preset.ts';

/** The product export of Magento and Adobe Commerce. */
export const magento: Preset = {
  title: 'Magento',
  recognition: { columns: ['sku', 'attribute_set_code', 'product_type', 'product_websites'] },
  mapping: {
    sku: 'sku',
    product_type: 'type',
    name: 'name',
    description: 'description',
    short_description: 'shortDescription',
    categories: 'category',
    weight: 'weight',
    product_online: 'status',
    price: 'price',
    msrp_price: 'price.compareAt',
    cost: 'price.cost',
    url_key: 'seo.slug',
    meta_title: 'seo.title',
    meta_description: 'seo.description',
    qty: 'stock',
    crosssell_skus: 'associations.crossSell',
    upsell_skus: 'associations.upsell',
  },
  relativeImages: { base_image: 'images', additional_images: 'images' },
  listSeparators: {
    images: ',',
    'associations.upsell': ',',
    'associations.crossSell': ',',
  },
  settings: {
    decimalSeparator: '.',
    createMissing: createAll,
    valueMaps: { status: { 1: 'approved', 2: 'draft', 0: 'draft' } },
  },
  transform: 'magento_rows',
};
