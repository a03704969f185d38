import { type ContractRoute, isSamePath, parametersOf } from '@contract-kit/contract-testing/generating';
import { fieldsOf, isSameRecord, type Shape, shapeOf, successesOf } from './shapes.ts';

/** The records of a path that ends with a parameter: those of `/todos/:id`. */
export interface Collection {
  /** `/todos/:id`, with the name of the parameter that the first route has. */
  readonly template: string;
  /** `/todos` */
  readonly path: string;
  /** The name of the record in routes, else the last word of the path. */
  readonly resource: string;
  readonly parameter: string;
  /** Null if no response shows a record: it is a file, or empty. */
  readonly shape: Shape | null;
  /** The field of the key; null if the key is only in the path. */
  readonly keyField: string | null;
  /** Further fields a path may name a record by: `code` of `:idOrCode`. */
  readonly otherKeys: readonly string[];
  readonly reader: ContractRoute | undefined;
  readonly creator: ContractRoute | undefined;
  readonly lister: ContractRoute | undefined;
  /** True if all of its routes authenticate. */
  readonly isClosed: boolean;
}

/** The collections of a contract, from the shortest path to the longest. */
export function collectionsOf(routes: readonly ContractRoute[]): Collection[] {
  const found = new Map<string, { readonly template: string; readonly path: string; readonly parameter: string }>();
  for (const { path } of routes) {
    for (const { template, collection, name } of parametersOf(path)) {
      const withoutNames = template.replaceAll(/:\w+/g, ':');
      if (!found.has(withoutNames)) found.set(withoutNames, { template, path: collection, parameter: name });
    }
  }
  // A list without a path for single records has records too.
  for (const route of routes) {
    const isKnown = [...found.values()].some(({ path }) => isSamePath(path, route.path));
    if (route.method !== 'GET' || isKnown || recordShapeOf(route)?.isList !== true) continue;
    found.set(`${route.path}/`, { template: `${route.path}/:id`, path: route.path, parameter: 'id' });
  }
  return [...found.values()]
    .map((place) => toCollection(place, routes))
    .sort((one, other) => depthOf(one) - depthOf(other));
}

function depthOf({ template }: Pick<Collection, 'template'>): number {
  return template.split('/').length;
}

function toCollection(
  place: Pick<Collection, 'template' | 'path' | 'parameter'>,
  routes: readonly ContractRoute[],
): Collection {
  const own = routes.filter(({ path }) => isSamePath(path, place.template));
  const around = routes.filter(({ path }) => isSamePath(path, place.path));
  const find = (from: readonly ContractRoute[], method: string) => from.find((route) => route.method === method);
  const lister = find(around, 'GET');
  const creator = find(around, 'POST');
  const reader = find(own, 'GET');
  const candidates = [reader, lister, creator, find(own, 'PUT'), find(own, 'PATCH')];
  const shape = candidates.map((route) => route && recordShapeOf(route)).find((one) => one != null) ?? null;
  const fields = Object.keys(shape === null ? {} : fieldsOf(shape));
  const named = place.parameter.split(/Or(?=[A-Z])/).map((name) => name.charAt(0).toLowerCase() + name.slice(1));
  const keys = [...new Set([place.parameter, ...named, 'id'])].filter((name) => fields.includes(name));
  const resource = own.map(({ policy, isPlain }) => (isPlain ? null : policy.resource)).find((name) => name !== null);
  const isNamedTwice = named.length > 1;
  return {
    ...place,
    resource: resource ?? singularOf(place.path),
    shape,
    keyField: keys[0] ?? null,
    otherKeys: isNamedTwice ? keys.slice(1).filter((name) => named.includes(name)) : [],
    reader,
    creator,
    lister,
    isClosed: [...own, ...around].every(({ policy }) => policy.auth.length > 0),
  };
}

/** The schema of one record in a route: its success, or an element of its list. */
export function recordShapeOf(route: ContractRoute): Shape | null {
  return (
    successesOf(route)
      .map((status) => shapeOf(route, status))
      .find((shape) => shape !== null) ?? null
  );
}

/** `/shopping-lists` as `shopping-list`. */
function singularOf(path: string): string {
  const word = path.split('/').findLast((part) => part !== '' && !part.startsWith(':')) ?? 'record';
  return word.replace(/ies$/, 'y').replace(/(?<=(?:s|x|ch|sh))es$|(?<!s)s$/, '');
}

/** One part of a path, as requests walk it. */
export type PathStep =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'record'; readonly parameter: string; readonly collection: Collection };

/** The steps of a route's path: its words, and the collections of its parameters. */
export function stepsOf(path: string, collections: readonly Collection[]): PathStep[] {
  const parts = path.split('/').slice(1);
  return parts.map((part, index) => {
    if (!part.startsWith(':')) return { kind: 'text', text: part };
    const template = `/${parts.slice(0, index + 1).join('/')}`;
    const collection = collections.find((one) => isSamePath(one.template, template));
    if (collection === undefined) throw new TypeError(`${path} has no collection for ${part}.`);
    return { kind: 'record', parameter: part.slice(1), collection };
  });
}

/**
 * The collection a POST creates a record of: that of its path, or one above it whose record it responds with (a copy, an
 * import from elsewhere). Undefined where it creates none.
 */
export function createdIn(route: ContractRoute, collections: readonly Collection[]): Collection | undefined {
  if (route.method !== 'POST' || route.policy.batch !== undefined) return undefined;
  const own = collections.find(({ path }) => isSamePath(path, route.path));
  const created = shapeOf(route, 201);
  if (own !== undefined) return created === null && shapeOf(route, 200)?.isList === true ? undefined : own;
  if (created === null || created.isList) return undefined;
  return collections.find(({ path, shape, creator }) => {
    const shapes = [shape, creator === undefined ? null : shapeOf(creator, 201)];
    return route.path.startsWith(`${path}/`) && shapes.some((other) => isSameRecord(other, created));
  });
}
