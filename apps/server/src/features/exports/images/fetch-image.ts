import { limits } from '@product-content/contract';
import { type OutboundClient, OutboundError } from '../../../outbound/index.ts';

/** A fetched image. */
export interface FetchedImage {
  readonly bytes: Buffer;
  /** The file name extension for its content: `jpg`. */
  readonly ending: string;
}

/** Fetches an image. @throws OutboundError with the reason it cannot, or the reason of the signal. */
export type FetchImage = (url: string, signal: AbortSignal) => Promise<FetchedImage>;

/** Fetches images up to the size that an export accepts. */
export function createImageFetcher(client: OutboundClient): FetchImage {
  return (url, signal) =>
    client.send({ method: 'GET', url, signal }, async (response) => {
      response.expectOk();
      const bytes = await response.bytes(limits.exportImageBytes);
      const { fileTypeFromBuffer } = await import('file-type');
      const type = await fileTypeFromBuffer(bytes);
      if (type?.mime.startsWith('image/')) return { bytes, ending: type.ext };
      throw new OutboundError('content', 'The address does not serve an image.');
    });
}
