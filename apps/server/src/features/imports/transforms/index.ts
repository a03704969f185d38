import type { ImportTransform } from '@product-content/contract';
import type { RowTransform } from './row-transform.ts';
import { akeneoModels } from './shops/akeneo-models.ts';
import { commercemlGoods, commercemlOffers } from './shops/commerceml.ts';
import { googleGroups } from './shops/google.ts';
import { magentoRows } from './shops/magento.ts';
import { medusaRows } from './shops/medusa.ts';
import { shopifyRows } from './shops/shopify.ts';
import { vendureRows } from './shops/vendure.ts';
import { woocommerceRows } from './shops/woocommerce.ts';
import { ymlOffers } from './shops/yml.ts';

/** The transformation for each name in the contract. */
export const rowTransforms: Readonly<Record<ImportTransform, RowTransform>> = {
  google_groups: googleGroups,
  shopify_rows: shopifyRows,
  woocommerce_rows: woocommerceRows,
  magento_rows: magentoRows,
  medusa_rows: medusaRows,
  vendure_rows: vendureRows,
  akeneo_models: akeneoModels,
  yml_offers: ymlOffers,
  commerceml_goods: commercemlGoods,
  commerceml_offers: commercemlOffers,
};
