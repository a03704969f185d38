import { policyOf, type RoutePolicy } from '@contract-kit/http-spec';
import { mediaTypeSchemasOf } from '@contract-kit/http-spec/zod';
import { isZodSchema } from '@contract-kit/openapi/schemas';
import { type AppRouter, isAppRoute } from '@ts-rest/core';
import { z } from 'zod';

/** A route of a contract with what tests read of it. */
export interface ContractRoute {
  /** The operation id: `products.create`. */
  readonly id: string;
  readonly method: string;
  /** With `:params`. */
  readonly path: string;
  readonly policy: RoutePolicy;
  /** Absent where the route takes none; that of JSON where it has one for each media type. */
  readonly body: z.ZodType | undefined;
  /** The parts of a multipart body; absent where the route takes none with files. */
  readonly form: z.ZodObject | undefined;
  readonly query: z.ZodType | undefined;
  readonly pathParams: z.ZodType | undefined;
  /** What ts-rest declares by status, the error answers included. */
  readonly responses: Readonly<Record<number, unknown>>;
}

/**
 * Every route of a contract, in its order.
 *
 * @throws TypeError naming a route that was not made by `operation()`.
 */
export function routesOf(contract: AppRouter): ContractRoute[] {
  return Object.values(contract).flatMap((entry) => {
    if (!isAppRoute(entry)) return routesOf(entry);
    const policy = policyOf(entry);
    const schemaOf = (schema: unknown) => (isZodSchema(schema) ? schema : undefined);
    const takesBody = 'body' in entry && policy.bodyLimit !== null;
    const bodyAs = (type: string) => (takesBody ? (mediaTypeSchemasOf(entry.body)?.[type] ?? entry.body) : undefined);
    const form = policy.fileParts === undefined ? undefined : bodyAs('multipart/form-data');
    return [
      {
        id: policy.operationId,
        method: entry.method,
        path: entry.path,
        policy,
        body: schemaOf(bodyAs('application/json')),
        form: form instanceof z.ZodObject ? form : undefined,
        query: schemaOf(entry.query),
        pathParams: schemaOf(entry.pathParams),
        responses: entry.responses as Readonly<Record<number, unknown>>,
      },
    ];
  });
}

/** True where a body may be JSON. */
export function takesJson({ body, policy }: ContractRoute): boolean {
  return body !== undefined && policy.bodyTypes.includes('application/json');
}
