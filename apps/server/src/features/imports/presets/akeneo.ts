import { ignoredColumn } from '@product-content/contract';
import { createAll, type Preset } from './preset.ts';

const left = {
  uuid: ignoredColumn,
  family: ignoredColumn,
  groups: ignoredColumn,
  'X_SELL-groups': ignoredColumn,
  'UPSELL-groups': ignoredColumn,
  'SUBSTITUTION-groups': ignoredColumn,
  'PACK-groups': ignoredColumn,
} as const;

const shared = {
  others: 'recognize',
  relativeImages: { image: 'images', picture: 'images', variation_image: 'images', images: 'images' },
  listSeparators: {
    'associations.upsell': ',',
    'associations.crossSell': ',',
    'associations.substitute': ',',
    'associations.pack': ',',
  },
  settings: {
    createMissing: { ...createAll, collections: true },
    valueMaps: { status: { 1: 'approved', 0: 'draft' } },
  },
} as const;

/** Products as Akeneo exports them: attributes with `-locale-channel`, measures with `-unit`, prices with `-currency`. */
export const akeneo: Preset = {
  ...shared,
  title: 'Akeneo',
  recognition: { columns: ['categories', 'enabled', 'family', 'groups'], oneOf: ['sku', 'identifier'] },
  mapping: { ...left, sku: 'sku', identifier: 'sku', parent: 'parent', enabled: 'status', categories: 'category' },
};

/** Product models, the parents of these products. */
export const akeneoModelFile: Preset = {
  ...shared,
  title: 'Akeneo product models',
  recognition: { columns: ['code', 'family_variant', 'categories'] },
  mapping: { ...left, code: 'sku', family_variant: ignoredColumn, parent: ignoredColumn, categories: 'category' },
  transform: 'akeneo_models',
};
