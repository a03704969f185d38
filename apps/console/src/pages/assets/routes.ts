import { assetTypes } from '@product-content/contract';
import { z } from 'zod';
import { noSearch, oneOf, page, text } from '../../page-route.ts';

export const assetUses = ['unused'] as const;

const AssetsSearchSchema = z.object({
  q: text,
  type: oneOf(assetTypes),
  folder: text,
  use: oneOf(assetUses),
  cursor: text,
});

export type AssetsSearch = z.infer<typeof AssetsSearchSchema>;

export const assetRoutes = [
  page('/assets', AssetsSearchSchema, async () => (await import('./assets-page.tsx')).AssetsPage),
  page('/assets/$id', noSearch, async () => (await import('./asset-page.tsx')).AssetPage),
] as const;
