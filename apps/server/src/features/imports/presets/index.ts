import type { ImportPreset } from '@product-content/contract';
import type { TableLayout } from '../../../formats/index.ts';
import { akeneo, akeneoModelFile } from './akeneo.ts';
import { commerceml, commercemlOfferFile } from './commerceml.ts';
import { google } from './google.ts';
import { magento } from './magento.ts';
import { medusa } from './medusa.ts';
import { isRecognized, type Preset } from './preset.ts';
import { shopify } from './shopify.ts';
import { vendure } from './vendure.ts';
import { woocommerce } from './woocommerce.ts';
import { yml } from './yml.ts';

export type { Preset } from './preset.ts';

/** The preset for each name in the contract. */
export const presets: Readonly<Record<ImportPreset, Preset>> = {
  google,
  shopify,
  woocommerce,
  magento,
  medusa,
  vendure,
  akeneo,
  akeneo_models: akeneoModelFile,
  yml,
  commerceml,
  commerceml_offers: commercemlOfferFile,
};

/** The paths to the items in the XML files of known systems. */
export const knownItemPaths: readonly string[] = [
  ...new Set(Object.values(presets).flatMap(({ recognition }) => recognition.itemPaths ?? [])),
  // For feeds with a single product, where the item path cannot be found by counting.
  ...['rss.channel.item', 'feed.entry'],
];

/** The preset that a file matches, or null. */
export function recognizePreset(layout: TableLayout): ImportPreset | null {
  const found = Object.entries(presets).find(([, { recognition }]) => isRecognized(layout, recognition));
  return (found?.[0] as ImportPreset | undefined) ?? null;
}
