import type { RequestContext } from './request-context.ts';

/**
 * What the server adds to the context of every handler: `context.ctx` is the first argument of services. Routes
 * without a key have none.
 */
export interface RouteContext {
  readonly ctx: RequestContext;
}
