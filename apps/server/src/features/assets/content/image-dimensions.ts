import { imageSize } from 'image-size';

/** Pixels of an image as it is shown. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

const largest = 2 ** 31 - 1;

/** Orientations of EXIF that lay an image on its side. */
const turned = 5;

/**
 * The size of an image from its header: no pixel is decoded. Null when the first bytes do not tell.
 *
 * @param head the first bytes of the file.
 */
export function readDimensions(head: Uint8Array): Dimensions | null {
  try {
    const { width, height, orientation = 1 } = imageSize(head);
    const size = { width: Math.round(width), height: Math.round(height) };
    if (![size.width, size.height].every((side) => side >= 1 && side <= largest)) return null;
    return orientation >= turned ? { width: size.height, height: size.width } : size;
  } catch {
    // It is whatever it is; only its size is not known.
    return null;
  }
}
