export { type Assets, createAssetImages, createAssets } from './create-assets.ts';
