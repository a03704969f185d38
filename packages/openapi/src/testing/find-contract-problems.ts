import { type ErrorTable, policyOf, type RateLimitPolicy, standardErrors } from '@contract-kit/http-spec';
import { createOpenApiDocument } from '../create-open-api-document.ts';
import type { Parameter } from '../document.ts';
import { routesOf } from '../routes-of.ts';
import { isZodSchema } from '../schemas/schema-meta.ts';
import { type AppRoute, type AppRouter, ContractNoBody, isAppRouteOtherResponse } from '../ts-rest.ts';

export interface ContractRules {
  /** Every scope a key can have. */
  readonly scopes: readonly string[];
  /** Every rate-limit policy by name. */
  readonly limits: Readonly<Record<string, RateLimitPolicy>>;
  /** Default `standardErrors`. */
  readonly errors?: ErrorTable;
}

/**
 * What a contract promises about itself and its types cannot enforce: unique operation ids, summaries, known scopes,
 * limits and error codes, runtime schemas for every body, a description for every parameter.
 *
 * @returns One sentence a problem; empty when the contract keeps its rules.
 */
export async function findContractProblems(contract: AppRouter, rules: ContractRules): Promise<string[]> {
  const routes = routesOf(contract);
  const ids = Map.groupBy(routes, (route) => policyOf(route).operationId);
  const repeated = [...ids].filter(([, uses]) => uses.length > 1);
  return [
    ...repeated.map(([id, uses]) => `${uses.map(nameOf).join(' and ')} share the operation id "${id}".`),
    ...routes.flatMap((route) => findRouteProblems(route, rules)),
    ...(await findUndescribedParameters(contract, { ...standardErrors, ...rules.errors })),
  ];
}

function findRouteProblems(route: AppRoute, { scopes, limits, errors = standardErrors }: ContractRules): string[] {
  const policy = policyOf(route);
  const unknownScopes = policy.scopes.filter((scope) => !scopes.includes(scope));
  const unknownCodes = policy.errors.filter((code) => !Object.hasOwn(errors, code));
  const problems = [
    ...(/^[a-z]\w*\.[a-z]\w*$/i.test(policy.operationId) ? [] : [`the operation id is not "resource.verb"`]),
    ...(route.summary ? [] : ['has no summary']),
    ...(Object.hasOwn(limits, policy.limit) ? [] : [`the limit policy "${policy.limit}" does not exist`]),
    ...unknownScopes.map((scope) => `the scope "${scope}" does not exist`),
    ...unknownCodes.map((code) => `the error code "${code}" does not exist`),
    ...Object.entries(route.responses)
      .filter(([, response]) => !isDescribed(isAppRouteOtherResponse(response) ? response.body : response))
      .map(([status]) => `the answer ${status} has no runtime schema`),
    ...('body' in route && !isDescribed(route.body) ? ['the body has no runtime schema'] : []),
  ];
  return problems.map((problem) => `${nameOf(route)}: ${problem}.`);
}

/** A zod schema or `c.noBody()`; `c.type()` leaves nothing to check at run time. */
function isDescribed(schema: unknown): boolean {
  return isZodSchema(schema) || schema === ContractNoBody;
}

async function findUndescribedParameters(contract: AppRouter, errors: ErrorTable): Promise<string[]> {
  const { paths } = await createOpenApiDocument(contract, { info: { title: '', version: '' }, errors });
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  return operations.flatMap(({ operationId, parameters = [] }) =>
    parameters
      .filter((parameter): parameter is Parameter => 'name' in parameter && !parameter.description)
      .map(({ name }) => `${operationId}: the parameter "${name}" has no description.`),
  );
}

function nameOf({ method, path }: AppRoute): string {
  return `${method} ${path}`;
}
