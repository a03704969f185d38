import { limits } from '@product-content/contract';
import { fileTypeFromBuffer } from 'file-type';
import { type OutboundClient, OutboundError } from '../../../outbound/index.ts';

/** An image as it was fetched. */
export interface FetchedImage {
  readonly bytes: Buffer;
  /** The ending its content asks for: `jpg`. */
  readonly ending: string;
}

/** Fetches an image. @throws OutboundError saying why it cannot, or the reason of the signal. */
export type FetchImage = (url: string, signal: AbortSignal) => Promise<FetchedImage>;

/** Fetches images of the size an export takes. */
export function createImageFetcher(client: OutboundClient): FetchImage {
  return (url, signal) =>
    client.send({ method: 'GET', url, signal }, async (response) => {
      response.expectOk();
      const bytes = await response.bytes(limits.exportImageBytes);
      const type = await fileTypeFromBuffer(bytes);
      if (type?.mime.startsWith('image/')) return { bytes, ending: type.ext };
      throw new OutboundError('content', 'The address does not serve an image.');
    });
}
