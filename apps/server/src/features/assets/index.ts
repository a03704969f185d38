export { selectAssetFiles } from './asset.sql.ts';
export { type Assets, createAssetImages, createAssets } from './create-assets.ts';
