import type { ContractRoute } from './contract-route.ts';

/** A path parameter and its position. */
export interface PathParameter {
  readonly name: string;
  /** The path up to and including the parameter: `/todos/:id`. */
  readonly template: string;
  /** The path before it: `/todos`. */
  readonly collection: string;
}

/** The parameters of a path, from left to right. */
export function parametersOf(path: string): PathParameter[] {
  return [...path.matchAll(/\/:(\w+)/g)].map((match) => ({
    name: match[1] as string,
    template: path.slice(0, match.index + match[0].length),
    collection: path.slice(0, match.index),
  }));
}

/** True when two paths differ only in the names of their parameters. */
export function isSamePath(one: string, other: string): boolean {
  const withoutNames = (path: string) => path.replaceAll(/:\w+/g, ':');
  return withoutNames(one) === withoutNames(other);
}

/** Every route that a request for another path may reach: `/todos/:id` takes `/todos/first` too. */
export function routesAt(path: string, routes: readonly ContractRoute[]): ContractRoute[] {
  const segments = path.split('/');
  return routes.filter((route) => {
    const own = route.path.split('/');
    const takes = (segment: string, index: number) => segment.startsWith(':') || segment === segments[index];
    return own.length === segments.length && own.every(takes);
  });
}

/**
 * The route that reads the record of another route: the GET of its path, else of the record or list above it.
 *
 * @param isWanted leaves out some of them.
 */
export function readerOf(
  route: ContractRoute,
  routes: readonly ContractRoute[],
  isWanted: (reader: ContractRoute) => boolean = () => true,
): ContractRoute | undefined {
  let { path } = route;
  while (path !== '') {
    const found = routes.find((one) => one.method === 'GET' && one.path === path && isWanted(one));
    if (found !== undefined) return found;
    path = path.slice(0, path.lastIndexOf('/'));
  }
  return undefined;
}

/** The route that creates what a list shows: the POST of its path. */
export function producerOf(list: ContractRoute, routes: readonly ContractRoute[]): ContractRoute | undefined {
  if (list.method !== 'GET') return undefined;
  return routes.find(({ method, path, responses }) => method === 'POST' && path === list.path && 201 in responses);
}

/** The route of one method for a single record of a collection: `PATCH /todos/:id` for `/todos`. */
export function recordRouteOf(
  collection: string,
  method: string,
  routes: readonly ContractRoute[],
): ContractRoute | undefined {
  return routes.find((route) => {
    const [last] = parametersOf(route.path).slice(-1);
    return route.method === method && last?.template === route.path && isSamePath(last.collection, collection);
  });
}
