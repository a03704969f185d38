import { pageQuery } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { limits } from '../../limits.ts';
import { onePlace, onePlaceProblem } from '../../values/paging.ts';
import { queryBoolean, queryTexts } from '../../values/text.ts';
import { assetTypes, FolderSchema } from './asset-values.ts';

/** The filters of an asset list. */
export const assetFilterShape = {
  q: z.string().max(200).optional().describe('Words found in the file name or the alt text.'),
  tag: queryTexts(limits.listFilterValues).optional().describe('Tags; assets that have one of them.'),
  folder: FolderSchema.optional().describe('Assets in the folder or one below it.'),
  type: z.enum(assetTypes).optional().describe('Assets of this kind.'),
  unused: queryBoolean.optional().describe('True: only assets that no product uses.'),
} as const;

export const AssetListQuerySchema = z
  .strictObject({
    ...assetFilterShape,
    ...pageQuery({ defaultLimit: limits.assetPage.default, maxLimit: limits.assetPage.max }),
  })
  .refine(onePlace, onePlaceProblem);

export type AssetListQuery = z.output<typeof AssetListQuerySchema>;
export type AssetFilter = Pick<AssetListQuery, keyof typeof assetFilterShape>;
