import type { Exchange } from '../exchange.ts';

/** Header fields of every response, including those of requests that never reach an operation. */
export const everyResponse = { 'Cache-Control': 'private, no-cache', 'X-Content-Type-Options': 'nosniff' } as const;

/** Sets the header fields of every response: a request id, and that shared caches must not store it. */
export function open({ api, request, requestId, headers }: Exchange): void {
  headers.set('X-Request-Id', requestId);
  if (api.vary !== '') headers.set('Vary', api.vary);
  for (const [name, value] of Object.entries(everyResponse)) headers.set(name, value);
  api.cors?.allow(request.headers, headers);
}
