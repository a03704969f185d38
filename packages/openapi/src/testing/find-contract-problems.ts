import { policyOf, routesOf } from '@contract-kit/http-spec';
import { createOpenApiDocument } from '../create-open-api-document.ts';
import type { Parameter } from '../document.ts';
import { isZodSchema } from '../schemas/schema-meta.ts';
import { type AppRoute, type AppRouter, ContractNoBody, isAppRouteOtherResponse } from '../ts-rest.ts';

/**
 * Rules of a contract that `operation()` cannot enforce: unique operation ids, summaries, runtime
 * schemas for every body, a description for every parameter.
 *
 * @returns One sentence per problem; empty if the contract keeps the rules.
 */
export async function findContractProblems(contract: AppRouter): Promise<string[]> {
  const routes = routesOf<AppRoute>(contract);
  const ids = Map.groupBy(routes, (route) => policyOf(route).operationId);
  const repeated = [...ids].filter(([, uses]) => uses.length > 1);
  return [
    ...repeated.map(([id, uses]) => `${uses.map(nameOf).join(' and ')} share the operation id "${id}".`),
    ...routes.flatMap(findRouteProblems),
    ...(await findUndescribedParameters(contract)),
  ];
}

function findRouteProblems(route: AppRoute): string[] {
  const policy = policyOf(route);
  const problems = [
    ...(/^[a-z]\w*\.[a-z]\w*$/i.test(policy.operationId) ? [] : [`the operation id is not "resource.verb"`]),
    ...(route.summary ? [] : ['has no summary']),
    ...Object.entries(route.responses)
      .filter(([, response]) => !isDescribed(isAppRouteOtherResponse(response) ? response.body : response))
      .map(([status]) => `the response ${status} has no runtime schema`),
    ...('body' in route && !isDescribed(route.body) ? ['the body has no runtime schema'] : []),
  ];
  return problems.map((problem) => `${nameOf(route)}: ${problem}.`);
}

/** A zod schema or `c.noBody()`; `c.type()` leaves nothing to check at run time. */
function isDescribed(schema: unknown): boolean {
  return isZodSchema(schema) || schema === ContractNoBody;
}

async function findUndescribedParameters(contract: AppRouter): Promise<string[]> {
  const { paths } = await createOpenApiDocument(contract, { info: { title: '', version: '' } });
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
