import { limits } from '@product-content/contract';
import type { ProductDocument } from '../../products/index.ts';

/** An image to be put beside the products. */
export interface ListedImage {
  readonly url: string;
  /** Of the first product that has it. */
  readonly sku: string;
  /** Its place among the images of that product, from 1. */
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

  /** How many times an image was left out because there were enough. */
  get left(): number {
    return this.#left;
  }
}
