import type { Handlers } from '@contract-kit/middleware';
import type { contract } from '@product-content/contract';
import type { RouteContext } from '../../kernel/index.ts';
import type { RequestReader } from './request-reader.ts';

/** Handlers of the requests part of the contract. */
export function createRequestsRoutes(requests: RequestReader): Handlers<(typeof contract)['requests'], RouteContext> {
  return {
    list: async ({ query, context: { ctx } }) => ({ status: 200, body: await requests.list(ctx, query) }),
    get: async ({ params, context: { ctx } }) => {
      return { status: 200, body: { data: await requests.get(ctx, params.requestId) } };
    },
  };
}
