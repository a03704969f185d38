import { type AppRoute, type AppRouter, isAppRoute, isStandardSchema } from '@ts-rest/core';
import { withTotalValidation } from '../../validation/validate.ts';

/**
 * The contract, with body schemas that never throw: a JSON body may hold values schemas are not made for. Parameters
 * and queries are texts.
 */
export function withTotalBodies<Contract extends AppRouter>(contract: Contract): Contract {
  const entries = Object.entries(contract).map(([name, entry]) => [
    name,
    isAppRoute(entry) ? withTotalBody(entry) : withTotalBodies(entry),
  ]);
  return Object.fromEntries(entries) as Contract;
}

function withTotalBody(route: AppRoute): AppRoute {
  return 'body' in route && isStandardSchema(route.body) ? { ...route, body: withTotalValidation(route.body) } : route;
}
