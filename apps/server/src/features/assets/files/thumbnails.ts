import type { Readable } from 'node:stream';
import type { ThumbnailWidth } from '@product-content/contract';
import type Sharp from 'sharp';
import type { FileStore } from '../../../files/index.ts';
import { fileKeyOf, thumbnailKeyOf } from './file-keys.ts';

/** What renditions are made as. */
export const thumbnailType = 'image/webp';

/** Images renditions can be made of. */
const sources: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
]);

/** Most pixels an image is decoded with: photographs of large cameras are below, what is made to fill a memory above. */
const maxPixels = 64 * 1024 * 1024;

/** Images decoded at once by this process. */
const maxDecoders = 2;
const decodeSeconds = 20;

/** An image as far as it matters for making it smaller. */
export interface ThumbnailSource {
  /** UUID of the asset. */
  readonly id: string;
  readonly mimeType: string | null;
  readonly width: number | null;
  readonly height: number | null;
}

/** True when renditions can be made of an image: a raster image whose header promises no more than may be decoded. */
export function hasThumbnails({ mimeType, width, height }: ThumbnailSource): boolean {
  return sources.has(mimeType ?? '') && width !== null && height !== null && width * height <= maxPixels;
}

/** Makes renditions of images, each once: it is kept beside the files. */
export class Thumbnails {
  readonly #store: FileStore;
  readonly #running = new Map<string, Promise<string | null>>();
  readonly #waiting: (() => void)[] = [];
  #decoding = 0;
  #sharp: Promise<typeof Sharp> | undefined;

  constructor(store: FileStore) {
    this.#store = store;
  }

  /**
   * The key of an image at a width; made when nobody asked for it before. An image is not made larger.
   *
   * @returns null when the image cannot be decoded.
   * @throws FileMissing when the image itself is gone.
   */
  async keyOf(source: ThumbnailSource, width: ThumbnailWidth): Promise<string | null> {
    const key = thumbnailKeyOf(source.id, width);
    if ((await this.#store.stat(key)) !== null) return key;
    const running = this.#running.get(key) ?? this.#make(source, width, key).finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  async #make({ id }: ThumbnailSource, width: ThumbnailWidth, key: string): Promise<string | null> {
    return this.#inTurn(async () => {
      const content = await readWhole(await this.#store.open(fileKeyOf(id)));
      this.#sharp ??= loadSharp();
      const bytes = await shrink(await this.#sharp, content, width);
      if (bytes === null) return null;
      await this.#store.put(key, bytes);
      return key;
    });
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#decoding >= maxDecoders) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#decoding += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#decoding -= 1;
      else next();
    }
  }
}

/** The decoders take some 25 MB, so they come with the first image. */
async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // One image at a time and thread: the pool that reads files is shared with everything else.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** Files of assets are small enough to be held, as many as are decoded at once. */
async function readWhole(content: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

async function shrink(sharp: typeof Sharp, content: Buffer, width: number): Promise<Buffer | null> {
  try {
    return await sharp(content, { limitInputPixels: maxPixels, failOn: 'error' })
      .timeout({ seconds: decodeSeconds })
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
  } catch {
    // Its header promised an image; the rest is none.
    return null;
  }
}
