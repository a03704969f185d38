import type { MappingEntry } from '@product-content/contract';
import { type GoogleSettings, writeRss, writeTsv } from './google-feed.ts';
import { googleFields } from './google-fields.ts';
import type { Platform } from './platform.ts';
import { prepareGoogleItem } from './prepare-google-item.ts';

const contentTypes = { xml: 'application/xml', tsv: 'text/tab-separated-values; charset=utf-8' } as const;

/**
 * Google Merchant Center. Its items are simple products and variants; a parent is the `item_group_id` of its variants.
 */
export const googleMerchant: Platform<GoogleSettings> = {
  name: 'google_merchant',
  productTypes: ['simple', 'variant'],
  fields: new Set(Object.keys(googleFields)),
  defaultMapping,
  prepare: (values, { currency }) => prepareGoogleItem(values, currency),
  delivery: {
    kind: 'feed',
    format: ({ format }) => ({ name: format, contentType: contentTypes[format] }),
    write: (items, context) =>
      context.settings.format === 'xml' ? writeRss(items, context) : writeTsv(items, context),
  },
};

function defaultMapping({ productUrl }: GoogleSettings): readonly MappingEntry[] {
  return [
    { target: 'id', source: [{ field: 'sku' }] },
    { target: 'title', source: [{ field: 'name' }] },
    {
      target: 'description',
      source: [{ field: 'description' }, { field: 'shortDescription' }],
      transform: ['stripHtml'],
    },
    ...linkOf(productUrl),
    { target: 'image_link', source: [{ field: 'images' }], transform: ['first'] },
    { target: 'additional_image_link', source: [{ field: 'images' }], transform: ['rest'] },
    { target: 'availability', source: [{ field: 'stock' }], default: 'in_stock' },
    { target: 'price', source: [{ field: 'price' }] },
    { target: 'product_type', source: [{ field: 'category' }], transform: ['categoryPath'] },
    { target: 'brand', source: [{ field: 'brand' }, { field: 'manufacturer' }] },
    { target: 'gtin', source: [{ field: 'gtin' }] },
    { target: 'mpn', source: [{ field: 'mpn' }] },
    { target: 'condition', source: [{ value: 'new' }] },
    { target: 'item_group_id', source: [{ field: 'parent' }] },
  ];
}

const placeholders = { sku: 'sku', slug: 'seo.slug', id: 'id' } as const;

function linkOf(productUrl: string | undefined): MappingEntry[] {
  const [, before = '', name = '', after = ''] = /^(.*?)\{(sku|slug|id)\}(.*)$/.exec(productUrl ?? '') ?? [];
  if (name === '') return [];
  const field = placeholders[name as keyof typeof placeholders];
  const steps = [...(before === '' ? [] : [{ prefix: before }]), ...(after === '' ? [] : [{ suffix: after }])];
  return [{ target: 'link', source: [{ field }], ...(steps.length > 0 && { transform: steps }) }];
}
