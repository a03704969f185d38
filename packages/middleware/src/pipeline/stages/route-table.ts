import { policyOf, type RoutePolicy } from '@contract-kit/http-spec';
import { type AppRoute, type AppRouter, isAppRoute } from '@ts-rest/core';

/** A method some path takes. */
export interface PathMethod {
  readonly method: string;
  /** `['todos', ':id']` */
  readonly segments: readonly string[];
}

export interface TableRow extends PathMethod {
  readonly route: AppRoute;
  readonly policy: RoutePolicy;
}

/** Every route of a contract in its order, with what a tree of the same shape has in its place. */
export function routesOf(contract: AppRouter, handlers?: unknown): (TableRow & { readonly handler: unknown })[] {
  return Object.entries(contract).flatMap(([name, entry]) => {
    const handler = (handlers as Readonly<Record<string, unknown>> | undefined)?.[name];
    if (!isAppRoute(entry)) return routesOf(entry, handler);
    return [{ ...pathMethod(entry.method, entry.path), route: entry, policy: policyOf(entry), handler }];
  });
}

export function pathMethod(method: string, path: string): PathMethod {
  return { method, segments: segmentsOf(path) };
}

/**
 * The methods a path has, for 405 and `Allow` (RFC 9110 §10.2.1); empty when nothing is there. HEAD
 * comes with GET, and OPTIONS with everything.
 */
export function methodsOf(table: readonly PathMethod[], path: string): string[] {
  const segments = segmentsOf(path);
  const rows = table.filter((row) => fits(row.segments, segments));
  const methods = new Set(rows.map((row) => row.method));
  if (methods.size === 0) return [];
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods, 'OPTIONS'].sort();
}

function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/').slice(1);
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false;
  return pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]));
}
