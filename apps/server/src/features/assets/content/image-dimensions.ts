import { imageSize } from 'image-size';

/** Pixels of an image, in the orientation in which it is shown. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

const largest = 2 ** 31 - 1;

/** EXIF orientations from this one on swap width and height. */
const firstRotated = 5;

/**
 * Reads the size of an image from its header, without decoding a pixel. Null when the first bytes do not contain it.
 *
 * @param head the first bytes of the file.
 */
export function readDimensions(head: Uint8Array): Dimensions | null {
  try {
    const { width, height, orientation = 1 } = imageSize(head);
    const size = { width: Math.round(width), height: Math.round(height) };
    if (![size.width, size.height].every((side) => side >= 1 && side <= largest)) return null;
    return orientation >= firstRotated ? { width: size.height, height: size.width } : size;
  } catch {
    // The file is accepted all the same; only its size is unknown.
    return null;
  }
}
