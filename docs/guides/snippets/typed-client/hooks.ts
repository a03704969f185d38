import { createClient } from '@contract-kit/client';
import { contract } from '@product-content/contract';
import type { Api } from './first-product.ts';

/** Writes a line for each attempt, and hands the trace on to the server. */
export function connectWithLog(baseUrl: string, apiKey: string, log: (line: string) => void, traceparent: string): Api {
  return createClient(contract, {
    baseUrl,
    apiKey,
    beforeRequest: ({ headers }) => headers.set('traceparent', traceparent),
    afterResponse: ({ operationId, attempt, response, durationMs }) =>
      log(`${operationId} #${attempt}: ${response.status} in ${Math.round(durationMs)} ms`),
    onRetry: ({ operationId, waitMs, error }) => log(`${operationId} again in ${waitMs} ms: ${error.message}`),
  });
}
