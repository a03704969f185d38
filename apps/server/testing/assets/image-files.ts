import { crc32 } from 'node:zlib';
import sharp from 'sharp';

type Rgb = { readonly r: number; readonly g: number; readonly b: number };

/** An image of one colour, as a file. */
export function makeImage(
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff',
  { width = 40, height = 30, color = { r: 200, g: 30, b: 90 } }: { width?: number; height?: number; color?: Rgb } = {},
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: color } })
    .toFormat(format)
    .toBuffer();
}

/** A JPEG from a camera held sideways: stored in landscape, shown upright. */
export function makeTurnedJpeg(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** The header of a PNG that declares a size but has no pixels. */
export function makePngHeader(width: number, height: number): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 6], 8);
  const chunk = (name: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    chunk('IDAT', Buffer.alloc(16)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
