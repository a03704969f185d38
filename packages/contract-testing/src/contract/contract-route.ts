import { isRoutePolicy, type PlainRoute, plainPolicyOf, type RoutePolicy } from '@contract-kit/http-spec';
import { mediaTypeSchemasOf } from '@contract-kit/http-spec/zod';
import { isZodSchema } from '@contract-kit/openapi/schemas';
import { z } from 'zod';
import { type AppRoute, type AppRouter, isAppRoute } from '../ts-rest.ts';

/** The parts of a route that checks read. */
export interface ContractRoute {
  /** The operation id: `todos.create`. */
  readonly id: string;
  readonly method: string;
  /** With `:params`. */
  readonly path: string;
  /** Not made by `operation()`: it promises only what ts-rest declares, and has no policy. */
  readonly isPlain: boolean;
  /** Only declared statuses may be returned; otherwise, a refusal may have another one. */
  readonly isStrict: boolean;
  readonly policy: RoutePolicy;
  /** Absent if the route takes none; the JSON schema if there is one per media type. */
  readonly body: z.ZodType | undefined;
  /** The parts of a multipart body; absent if the route takes no files. */
  readonly form: z.ZodObject | undefined;
  readonly query: z.ZodType | undefined;
  readonly pathParams: z.ZodType | undefined;
  /** What ts-rest declares by status, error responses included. */
  readonly responses: Readonly<Record<number, unknown>>;
}

/**
 * Every route of a contract, in its order. One that was not made by `operation()` is named by its path in the contract:
 * `notes.create`.
 */
export function contractRoutesOf(contract: AppRouter): ContractRoute[] {
  return routesBelow(contract, []);
}

function routesBelow(contract: AppRouter, place: readonly string[]): ContractRoute[] {
  return Object.entries(contract).flatMap(([name, entry]) => {
    const here = [...place, name];
    return isAppRoute(entry) ? [toContractRoute(entry, here.join('.'))] : routesBelow(entry, here);
  });
}

/** The part of a contract whose routes were made by `operation()`. */
export function withPolicies(contract: AppRouter): AppRouter {
  const entries = Object.entries(contract).flatMap(([name, entry]): [string, AppRouter | AppRoute][] => {
    if (!isAppRoute(entry)) return [[name, withPolicies(entry)]];
    return isRoutePolicy(entry.metadata) ? [[name, entry]] : [];
  });
  return Object.fromEntries(entries);
}

function toContractRoute(route: AppRoute, name: string): ContractRoute {
  const isPlain = !isRoutePolicy(route.metadata);
  const policy = isPlain ? plainPolicyOf(route as PlainRoute, name) : (route.metadata as RoutePolicy);
  const takesBody = 'body' in route && policy.bodyLimit !== null;
  const bodyAs = (type: string) => (takesBody ? (mediaTypeSchemasOf(route.body)?.[type] ?? route.body) : undefined);
  const form = policy.fileParts === undefined ? undefined : bodyAs('multipart/form-data');
  return {
    id: policy.operationId,
    method: route.method,
    path: route.path,
    isPlain,
    isStrict: !isPlain || route.strictStatusCodes === true,
    policy,
    body: schemaOf(bodyAs('application/json')),
    form: form instanceof z.ZodObject ? form : undefined,
    query: schemaOf(route.query),
    pathParams: schemaOf(route.pathParams),
    responses: route.responses as Readonly<Record<number, unknown>>,
  };
}

function schemaOf(schema: unknown): z.ZodType | undefined {
  return isZodSchema(schema) ? schema : undefined;
}

/** True where a body may be JSON. */
export function takesJson({ body, policy }: ContractRoute): boolean {
  return body !== undefined && policy.bodyTypes.includes('application/json');
}
