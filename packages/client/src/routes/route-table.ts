import type { ErrorDefinition } from '@contract-kit/http-spec';
import type { AppRoute, AppRouter } from '../ts-rest.ts';

/**
 * The part of a contract a client needs at run time: short strings instead of schemas. `routeTableOf()` makes it from a
 * contract, `renderRoutes()` and the command `contract-kit routes` write it to a file.
 */
export interface RouteTable<Contract> {
  readonly operations: RouteTree<Contract>;
  /** Error codes whose retry differs from that of their status. */
  readonly retry: Readonly<Record<string, ErrorDefinition['retry']>>;
}

/** A line for each route, in the contract's own tree. A line of another method or path does not compile. */
export type RouteTree<Contract> = {
  readonly [Key in keyof Contract]: Contract[Key] extends AppRoute
    ? RouteLine<Contract[Key]>
    : Contract[Key] extends AppRouter
      ? RouteTree<Contract[Key]>
      : never;
};

type RouteLine<Route extends AppRoute> =
  | `${Route['method']} ${Route['path']}`
  | `${Route['method']} ${Route['path']} ${string}`;

/** The parts of a route that requests are built from. */
export interface ClientRoute {
  readonly operationId: string;
  readonly method: string;
  /** `/notes/:id` */
  readonly path: string;
  /** Whether it takes an Idempotency-Key. */
  readonly keyed: boolean;
  /** Media types its body may have. */
  readonly bodyTypes: readonly string[];
}

/** Marks a route that takes an Idempotency-Key. */
const keyed = 'key';
/** Precedes the id of an operation whose id differs from its path in the contract. */
const named = 'id=';
const json = 'application/json';

/** `POST /notes/:id/files key multipart/form-data,application/json id=notes.attach`, with defaults left out. */
export function formatRoute(route: ClientRoute, place: string): string {
  const { operationId, method, path, bodyTypes } = route;
  const types = bodyTypes.join();
  const words = [method, path];
  if (route.keyed) words.push(keyed);
  if (types !== '' && types !== json) words.push(types);
  if (operationId !== place) words.push(named + operationId);
  return words.join(' ');
}

/** @param place dotted keys of the contract that lead to the route, `notes.attach`: its usual operation id. */
export function parseRoute(line: string, place: string): ClientRoute {
  const [method = '', path = '', ...words] = line.split(' ');
  return {
    operationId: words.find((word) => word.startsWith(named))?.slice(named.length) ?? place,
    method,
    path,
    keyed: words.includes(keyed),
    bodyTypes: (words.find((word) => word.includes('/')) ?? json).split(','),
  };
}
