import type { Exchange } from '../exchange.ts';

/** What every response says, errors included: a request id, and that no shared cache keeps it. */
export function open({ api, request, requestId, headers }: Exchange): void {
  headers.set('X-Request-Id', requestId);
  headers.set('Cache-Control', 'private, no-cache');
  if (api.vary !== '') headers.set('Vary', api.vary);
  headers.set('X-Content-Type-Options', 'nosniff');
  api.cors?.allow(request.headers, headers);
}
