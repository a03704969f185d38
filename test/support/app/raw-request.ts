import { type IncomingHttpHeaders, request } from 'node:http';

/** An answer as it came over the wire: nothing decoded. */
export interface RawAnswer {
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
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { connection: 'close', ...headers } }, async (answer) => {
      try {
        const body = Buffer.concat(await answer.toArray());
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
      } catch (error) {
        reject(error);
      }
    });
    sent.on('error', reject).end();
  });
}
