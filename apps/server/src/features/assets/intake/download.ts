import { limits } from '@product-content/contract';
import { parse as parseDisposition } from 'content-disposition';
import type { OutboundClient, OutboundResponse } from '../../../outbound/index.ts';

/** A file that is being read from an address. */
export interface Download {
  readonly content: AsyncIterable<Uint8Array>;
  /** As the response names it, whatever that is; null when it does not. */
  readonly fileName: string | null;
}

/**
 * Reads the file at an address, of the size an asset may have.
 *
 * @param keep gets the file while it arrives; nothing of it is read afterwards.
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
    // A name that cannot be parsed counts as none.
    return null;
  }
}
