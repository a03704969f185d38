import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeImage, makePngHeader, makeTurnedJpeg } from '#testing/assets/image-files.ts';
import { createFolderFileStore, FileMissing, type FileStore } from '../../../files/index.ts';
import { systemIds } from '../../../kernel/index.ts';
import { fileKeyOf } from './file-keys.ts';
import { hasThumbnails, type ThumbnailSource, Thumbnails } from './thumbnails.ts';

let folder: string;
let store: FileStore;
let reads = 0;
let thumbnails: Thumbnails;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'thumbnails-'));
  const kept = createFolderFileStore(folder, systemIds);
  store = {
    ...kept,
    open: (...args) => {
      reads += 1;
      return kept.open(...args);
    },
  };
  thumbnails = new Thumbnails(store);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function keep(content: Uint8Array, facts: Partial<ThumbnailSource> = {}): Promise<ThumbnailSource> {
  const id = systemIds.next();
  await store.put(fileKeyOf(id), content);
  return { id, mimeType: 'image/png', width: 1, height: 1, ...facts };
}

async function sizeOf(key: string | null) {
  const parts: Buffer[] = await (await store.open(key ?? '')).toArray();
  const { format, width, height } = await sharp(Buffer.concat(parts)).metadata();
  return { format, width, height };
}

describe('a rendition of an image', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const)('is made of a %s', async (format) => {
    const image = await keep(await makeImage(format, { width: 600, height: 300 }));
    expect(await sizeOf(await thumbnails.keyOf(image, 128))).toEqual({ format: 'webp', width: 128, height: 64 });
  });

  it('is never larger than the image', async () => {
    const image = await keep(await makeImage('png', { width: 50, height: 20 }));
    expect(await sizeOf(await thumbnails.keyOf(image, 512))).toEqual({ format: 'webp', width: 50, height: 20 });
  });

  it('is upright', async () => {
    const image = await keep(await makeTurnedJpeg(400, 200));
    expect(await sizeOf(await thumbnails.keyOf(image, 64))).toEqual({ format: 'webp', width: 64, height: 128 });
  });

  it('is made once, even when many request it at the same time, and stored', async () => {
    const image = await keep(await makeImage('jpeg', { width: 900, height: 900 }));
    const readBefore = reads;
    const keys = await Promise.all(Array.from({ length: 30 }, () => thumbnails.keyOf(image, 256)));
    expect(new Set(keys)).toEqual(new Set([`thumbnails/${image.id}/256.webp`]));
    await new Thumbnails(store).keyOf(image, 256);
    expect(reads - readBefore).toBe(1);
  });

  it('is made for many images, a few at a time', async () => {
    const images = await Promise.all(
      Array.from({ length: 9 }, async () => keep(await makeImage('png', { width: 300 }))),
    );
    const keys = await Promise.all(images.map((image) => thumbnails.keyOf(image, 64)));
    expect(new Set(keys).size).toBe(9);
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['promises more than it has', async () => makePngHeader(100, 100)],
    ['ends too early', async () => (await makeImage('jpeg', { width: 400, height: 400 })).subarray(0, 700)],
    ['is none', async () => Buffer.from('<svg/>')],
    ['is too large, whatever was thought of it', async () => makePngHeader(30_000, 30_000)],
  ])('is not made when the image %s', async (_, make) => {
    const image = await keep(await make());
    expect(await thumbnails.keyOf(image, 64)).toBeNull();
    expect(await store.stat(`thumbnails/${image.id}/64.webp`)).toBeNull();
  });

  it('fails for a missing file, and the next one succeeds', async () => {
    const image = await keep(await makeImage('png'));
    await store.delete([fileKeyOf(image.id)]);
    await expect(thumbnails.keyOf(image, 64)).rejects.toThrow(FileMissing);
    await store.put(fileKeyOf(image.id), await makeImage('png'));
    expect(await thumbnails.keyOf(image, 64)).not.toBeNull();
  });
});

it.each<[boolean, Partial<ThumbnailSource>]>([
  [true, { mimeType: 'image/jpeg', width: 8000, height: 6000 }],
  [false, { mimeType: 'image/png', width: 30_000, height: 30_000 }],
  [false, { mimeType: 'image/svg+xml', width: 10, height: 10 }],
  [false, { mimeType: 'application/pdf', width: null, height: null }],
  [false, { mimeType: 'image/png', width: null, height: null }],
])('it is %s that %j has renditions', (expected, source) => {
  expect(hasThumbnails({ id: '', mimeType: null, width: null, height: null, ...source })).toBe(expected);
});
