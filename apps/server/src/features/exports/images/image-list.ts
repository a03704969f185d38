import { limits } from '@product-content/contract';
import type { ProductDocument } from '../../products/index.ts';

/** An image to add to the archive of an export. */
export interface ListedImage {
  readonly url: string;
  /** The first product with the image. */
  readonly sku: string;
  /** Its position among the images of that product, from 1. */
  readonly position: number;
}

/** The images of the products of an export, each address once. */
export class ImageList {
  readonly #images = new Map<string, ListedImage>();
  #left = 0;

  add(products: readonly ProductDocument[]): void {
    for (const { sku, images } of products) {
      for (const [index, { url }] of images.entries()) {
        if (this.#images.has(url)) continue;
        if (this.#images.size === limits.exportImages) this.#left += 1;
        else this.#images.set(url, { url, sku, position: index + 1 });
      }
    }
  }

  /** At most `limits.exportImages`. */
  get images(): IterableIterator<ListedImage> {
    return this.#images.values();
  }

  /** How many times an image was left out because the limit was reached. */
  get left(): number {
    return this.#left;
  }
}
