import type { Exchange } from '../exchange.ts';

/** What every response says, those included that never reach an operation. */
export const everyResponse = { 'Cache-Control': 'private, no-cache', 'X-Content-Type-Options': 'nosniff' } as const;

/** Gives a response what all of them have: a request id, and that no shared cache keeps it. */
export function open({ api, request, requestId, headers }: Exchange): void {
  headers.set('X-Request-Id', requestId);
  if (api.vary !== '') headers.set('Vary', api.vary);
  for (const [name, value] of Object.entries(everyResponse)) headers.set(name, value);
  api.cors?.allow(request.headers, headers);
}
