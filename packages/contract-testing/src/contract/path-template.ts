import type { ContractRoute } from './contract-route.ts';

/** A parameter of a path and where it stands. */
export interface PathParameter {
  readonly name: string;
  /** The path up to the parameter, with it: `/todos/:id`. */
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

/** True when two paths are the same but for the names of their parameters. */
export function isSamePath(one: string, other: string): boolean {
  const nameless = (path: string) => path.replaceAll(/:\w+/g, ':');
  return nameless(one) === nameless(other);
}

/** The route that reads what a route is about: the GET of its path, else of the record or list above it. */
export function readerOf(route: ContractRoute, routes: readonly ContractRoute[]): ContractRoute | undefined {
  let { path } = route;
  while (path !== '') {
    const found = routes.find((candidate) => candidate.method === 'GET' && candidate.path === path);
    if (found !== undefined) return found;
    path = path.slice(0, path.lastIndexOf('/'));
  }
  return undefined;
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
