import type { RoutePolicy } from './route-policy.ts';

/** A ts-rest route, as far as its policy is read from it. */
export interface PlainRoute {
  readonly path: string;
  /** A schema; a symbol where the route takes none, or leaves none at run time. */
  readonly body?: unknown;
  readonly contentType?: string;
  readonly responses: Readonly<Record<number, unknown>>;
}

/**
 * The policy of a route that was not made by `operation()`: what ts-rest knows of it, and no promise beyond.
 *
 * @param operationId the name it gets: usually its place in the contract, `notes.create`.
 */
export function plainPolicyOf(route: PlainRoute, operationId: string): RoutePolicy {
  const takesBody = typeof route.body === 'object' && route.body !== null;
  return {
    operationId,
    auth: [],
    scopes: [],
    limits: [],
    idempotency: 'none',
    entityTag: 'none',
    resource: 404 in route.responses && route.path.includes(':') ? 'record' : null,
    missing: 'not_found',
    bodyLimit: takesBody ? Number.POSITIVE_INFINITY : null,
    bodyTypes: takesBody ? [route.contentType || 'application/json'] : [],
    errors: [],
  };
}
