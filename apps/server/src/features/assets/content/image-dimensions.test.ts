import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeImage, makePngHeader, makeTurnedJpeg } from '#testing/assets/image-files.ts';
import { readDimensions } from './image-dimensions.ts';

describe('the size of an image', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const)('is read from a %s', async (format) => {
    expect(readDimensions(await makeImage(format, { width: 64, height: 48 }))).toEqual({ width: 64, height: 48 });
  });

  it('is that of the image in its displayed orientation', async () => {
    expect(readDimensions(await makeTurnedJpeg(60, 40))).toEqual({ width: 40, height: 60 });
  });

  it('is read from the header alone', () => {
    expect(readDimensions(makePngHeader(30_000, 30_000))).toEqual({ width: 30_000, height: 30_000 });
  });

  it('is read from an SVG', () => {
    const text = '<svg xmlns="http://www.w3.org/2000/svg" width="30.4" height="20"></svg>';
    expect(readDimensions(Buffer.from(text))).toEqual({ width: 30, height: 20 });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['no image', Buffer.from('A mug.')],
    ['an image without pixels', makePngHeader(0, 10)],
  ])('is unknown for %s', (_, bytes) => {
    expect(readDimensions(bytes)).toBeNull();
  });

  it('is read from a damaged image or unknown, but never an error', async () => {
    const formats = await Promise.all(
      (['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const).map((f) => makeImage(f)),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...formats),
        fc.nat(),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 }),
        (image, length, changes) => {
          const bytes = Buffer.from(image.subarray(0, 1 + (length % image.length)));
          for (const [place, byte] of changes) bytes[place % bytes.length] = byte;
          const size = readDimensions(bytes);
          expect(size === null || (size.width >= 1 && size.height >= 1)).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
