import type { ErrorDefinition } from '@contract-kit/http-spec';
import type { AppRoute, AppRouter } from '../ts-rest.ts';

/**
 * A contract as far as a client needs it at run time: text that a few bytes hold, in place of schemas. `routeTableOf()` makes
 * it of a contract, `renderRoutes()` and the command `contract-kit routes` write it to a file.
 */
export interface RouteTable<Contract> {
  readonly operations: RouteTree<Contract>;
  /** Error codes that are worth another attempt although their status does not say so, or are not although it does. */
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

/** A route, as far as requests are made of it. */
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
/** Comes before the id of an operation that is not named by its place in the contract. */
const named = 'id=';
const json = 'application/json';

/** `POST /notes/:id/files key multipart/form-data,application/json id=notes.attach`, what is usual left out. */
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
