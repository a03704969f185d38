import { ApiError } from '@contract-kit/http-spec';
import type { ApiResponse } from '../../response.ts';
import type { Exchange } from '../exchange.ts';
import { countUnserved } from './count.ts';

/**
 * Responds to requests that no operation serves: 204 for OPTIONS, else an error.
 *
 * @throws ApiError `not_found`, `method_not_allowed`, `rate_limited`.
 */
export async function respondUnmatched(exchange: Exchange): Promise<ApiResponse> {
  const { api, request, headers, path } = exchange;
  await countUnserved(exchange);
  const methods = api.routes.methodsOf(path);
  if (methods.length === 0) throw new ApiError('not_found', 'This path does not exist.');
  const allow = methods.join(', ');
  if (request.method !== 'OPTIONS') {
    throw new ApiError('method_not_allowed', `This path accepts ${allow}.`, { headers: { Allow: allow } });
  }
  headers.set('Allow', allow);
  api.cors?.allowPreflight(request.headers, headers, methods);
  return { status: 204, headers, body: null };
}
