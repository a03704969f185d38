import { type IncomingHttpHeaders, request } from 'node:http';

/** A response as it came over the wire: nothing decoded. */
export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a request as it is told, without the header fields that `fetch` adds. */
export function requestRaw(
  url: string,
  {
    method = 'GET',
    headers = {},
  }: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { connection: 'close', ...headers } }, async (response) => {
      try {
        const body = Buffer.concat(await response.toArray());
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      } catch (error) {
        reject(error);
      }
    });
    sent.on('error', reject).end();
  });
}
