import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { JobError } from '@product-content/contract';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import type { ProductDocument } from '../../products/index.ts';
import type { FetchImage } from './fetch-image.ts';
import { ImageList } from './image-list.ts';
import { zipWithImages } from './zip-with-images.ts';

/** Fetches immediately, or not before the signal aborts. */
const fetchImage: FetchImage = (url, signal) =>
  url.includes('silent')
    ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    : Promise.resolve({ bytes: Buffer.from('x'), ending: 'png' });

/** Writes a file of one product with these images. */
async function zip(urls: readonly string[], imagesMs: number, signal = new AbortController().signal) {
  const images = new ImageList();
  images.add([{ sku: 'MUG', images: urls.map((url) => ({ url })) } as unknown as ProductDocument]);
  const warnings: JobError[] = [];
  const onWarning = (warning: JobError) => void warnings.push(warning);
  const products = { file: Readable.from(['sku\nMUG\n']), fileName: 'products.csv' };
  const file = zipWithImages({ ...products, images, fetchImage, imagesMs, signal, onWarning });
  const names: string[] = [];
  for await (const { fileName } of (await fromBufferPromise(await buffer(file))).eachEntry()) names.push(fileName);
  return { names, messages: warnings.map(({ message }) => message) };
}

describe('a ZIP file with images', () => {
  it('leaves out the images it could not fetch in time, with a warning, and has the others', async () => {
    const urls = ['https://a.example/1', 'https://silent.example/2', 'https://a.example/3', 'https://a.example/4'];
    const { names, messages } = await zip(urls, 20);
    expect(names).toEqual(['products.csv', 'images/MUG-1.png', 'images/MUG-3.png', 'images.csv']);
    expect(messages).toEqual(['2 images are left out: fetching images took longer than 0.02 seconds.']);
  });

  it('fails with the reason of its signal, while it waits for an image', async () => {
    const canceled = new AbortController();
    const writing = zip(['https://silent.example/1', 'https://a.example/2'], 60_000, canceled.signal);
    canceled.abort(new Error('canceled'));
    await expect(writing).rejects.toThrow('canceled');
  });
});
