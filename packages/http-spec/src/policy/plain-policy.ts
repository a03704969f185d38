import type { RoutePolicy } from './route-policy.ts';

/** The part of a ts-rest route its policy is read from. */
export interface PlainRoute {
  readonly path: string;
  /** A schema; a symbol where the route takes no body, or its type exists only at compile time. */
  readonly body?: unknown;
  readonly contentType?: string;
  readonly responses: Readonly<Record<number, unknown>>;
}

/**
 * The policy of a route that was not made by `operation()`: only what ts-rest knows about it.
 *
 * @param operationId its name: usually its path in the contract, `notes.create`.
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
