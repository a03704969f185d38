import { createClientFromRoutes } from '@contract-kit/client';
import type { Api } from './first-product.ts';
import { routes } from './routes.ts';

/** The same calls for a page: no schema and no zod in its bundle. */
export function connectFromPage(baseUrl: string, apiKey: string): Api {
  return createClientFromRoutes(routes, { baseUrl, apiKey });
}
