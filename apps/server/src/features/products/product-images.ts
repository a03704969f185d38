import type { RequestContext } from '../../kernel/index.ts';

/** An asset as images refer to it. */
export interface ImageAsset {
  /** Public id: `ast_…`. */
  readonly id: string;
  readonly url: string;
}

/** The references of an image in an input. */
export interface ImageReference {
  readonly url?: string;
  readonly assetId?: string;
}

/** What the URL of an image names: an asset, with its current URL; a file without an asset; or something else. */
export type ImageUrlMeaning =
  | { readonly kind: 'asset'; readonly asset: ImageAsset; readonly url: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'other' };

/** The assets named by the images of some inputs. */
export interface ImageAssets {
  /** @param id public id. */
  byId(id: string): ImageAsset | undefined;
  byUrl(url: string): ImageUrlMeaning;
}

/** Finds the assets that product images name. */
export interface ImageAssetSource {
  /** Finds the assets in one statement, and prevents their deletion until the transaction ends. */
  find(workspaceId: string, images: readonly ImageReference[]): Promise<ImageAssets>;
}

/** The effects of asset changes on product images. */
export interface ImageChanges {
  /**
   * Unlinks an asset used by very many products from most of them, in separate transactions before the deletion, each
   * short enough for other writers to continue.
   *
   * @param id UUID.
   */
  unlinkAhead(ctx: RequestContext, id: string): Promise<void>;
  /**
   * Takes locks before the asset to be deleted is locked, in the order in which every writer of products takes them.
   */
  prepare(ctx: RequestContext): Promise<void>;
  /**
   * Removes an asset from the images of every product, within the running transaction; each changed product gets a
   * version and its events.
   *
   * @param id UUID.
   */
  unlinkAsset(ctx: RequestContext, id: string): Promise<void>;
  /** Updates the URL of images that use an asset, in separate transactions. */
  readdressImages(ctx: RequestContext, addressNow: (url: string) => string): Promise<void>;
}

/** For inputs without images of assets. */
export const noImageAssets: ImageAssets = { byId: () => undefined, byUrl: () => ({ kind: 'other' }) };
