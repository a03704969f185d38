import type { RequestContext } from '../../kernel/index.ts';

/** An asset as images refer to it. */
export interface ImageAsset {
  /** As shown, `ast_…`. */
  readonly id: string;
  readonly url: string;
}

/** What an input says of an image, as far as it names an asset. */
export interface ImageReference {
  readonly url?: string;
  readonly assetId?: string;
}

/**
 * What the URL of an image is: that of an asset, as it is written now; that of a file there is no asset of; or any
 * other.
 */
export type ImageUrlMeaning =
  | { readonly kind: 'asset'; readonly asset: ImageAsset; readonly url: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'other' };

/** The assets that the images of some inputs name. */
export interface ImageAssets {
  /** @param id as shown. */
  byId(id: string): ImageAsset | undefined;
  byUrl(url: string): ImageUrlMeaning;
}

/** Where products find the assets their images name. */
export interface ImageAssetSource {
  /** Finds the assets in one statement, and keeps them from being deleted before the transaction ends. */
  find(workspaceId: string, images: readonly ImageReference[]): Promise<ImageAssets>;
}

/** What products do for assets. */
export interface ImageChanges {
  /**
   * Unlinks an asset that very many products show from most of them, in transactions of its own before the deletion,
   * each so short that other writers go on.
   *
   * @param id UUID.
   */
  unlinkAhead(ctx: RequestContext, id: string): Promise<void>;
  /** Comes before an asset to be deleted is locked, in the order every writer of products takes its locks. */
  prepare(ctx: RequestContext): Promise<void>;
  /**
   * Takes an asset out of the images of every product, within the running transaction; each gets a version and its
   * events.
   *
   * @param id UUID.
   */
  unlinkAsset(ctx: RequestContext, id: string): Promise<void>;
  /** Gives images that show an asset another URL, in transactions of its own. */
  readdressImages(ctx: RequestContext, addressNow: (url: string) => string): Promise<void>;
}

/** Knows no asset. */
export const noImageAssets: ImageAssets = { byId: () => undefined, byUrl: () => ({ kind: 'other' }) };
