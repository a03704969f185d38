import { limits } from '@product-content/contract';
import { parse as parseDisposition } from 'content-disposition';
import type { OutboundClient, OutboundResponse } from '../../../outbound/index.ts';

/** A file that is being downloaded. */
export interface Download {
  readonly content: AsyncIterable<Uint8Array>;
  /** The name the response gives, unchecked; null when it gives none. */
  readonly fileName: string | null;
}

/**
 * Downloads the file at an address, up to the size an asset may have.
 *
 * @param keep receives the file while it arrives; nothing is read after it returns.
 * @throws OutboundError, the reason of the signal, or what `keep` throws.
 */
export function download<T>(
  client: OutboundClient,
  request: { readonly url: string; readonly signal: AbortSignal },
  keep: (file: Download) => Promise<T>,
): Promise<T> {
  return client.send({ method: 'GET', ...request }, async (response) => {
    response.expectOk();
    return keep({ content: response.stream(limits.assetFile), fileName: fileNameOf(response) });
  });
}

function fileNameOf({ headers }: OutboundResponse): string | null {
  const field = headers['content-disposition'];
  if (field === undefined) return null;
  try {
    return parseDisposition(field).parameters.filename ?? null;
  } catch {
    // A name that cannot be parsed counts as absent.
    return null;
  }
}
