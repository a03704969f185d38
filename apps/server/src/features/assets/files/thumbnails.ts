import type { Readable } from 'node:stream';
import type { ThumbnailWidth } from '@product-content/contract';
import type Sharp from 'sharp';
import type { FileStore } from '../../../files/index.ts';
import { fileKeyOf, thumbnailKeyOf } from './file-keys.ts';

/** The media type of renditions. */
export const thumbnailType = 'image/webp';

/** Types of images that can be scaled. */
const sources: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
]);

/**
 * Images with more pixels are not decoded: photographs of large cameras are smaller, images made to exhaust memory are
 * larger.
 */
const maxPixels = 64 * 1024 * 1024;

/** Images that this process decodes at once. */
const maxDecoders = 2;
const decodeSeconds = 20;

/** The facts about an image that scaling needs. */
export interface ThumbnailSource {
  /** UUID of the asset. */
  readonly id: string;
  readonly mimeType: string | null;
  readonly width: number | null;
  readonly height: number | null;
}

/**
 * True when renditions can be made of an image: a raster image whose header declares no more pixels than may be
 * decoded.
 */
export function hasThumbnails({ mimeType, width, height }: ThumbnailSource): boolean {
  return sources.has(mimeType ?? '') && width !== null && height !== null && width * height <= maxPixels;
}

/** Makes renditions of images, each once: they are kept beside the files. */
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
   * The key of the rendition of an image at a width, made on the first request. Images are never enlarged.
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

/** Loaded with the first image: the decoders take some 25 MB. */
async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // Each image uses one thread: the thread pool is shared with reading files and everything else.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** Files of assets are small enough to be held in memory, as many as are decoded at once. */
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
    // The header was that of an image, but the rest is not.
    return null;
  }
}
