import { type ContractRoute, contractRoutesOf } from '@contract-kit/contract-testing/generating';
import {
  defaultLimitOf,
  isRoutePolicy,
  policyErrors,
  type RoutePolicy,
  type Vocabulary,
  vocabularyKey,
} from '@contract-kit/http-spec';
import { standardVocabulary } from '@contract-kit/http-spec/zod';
import { isRecord } from '@contract-kit/openapi/schemas';
import { z } from 'zod';
import { type AppRoute, type AppRouter, isAppRoute } from './ts-rest.ts';

/** A contract for the middleware: every route has a policy. */
export interface ServedContract {
  readonly contract: AppRouter;
  readonly routes: readonly ContractRoute[];
  readonly vocabulary: Vocabulary;
}

/** Bytes of the largest body of a route that states no limit. */
const plainBodyLimit = 10 * 1024 * 1024;

/** Gives routes that were not made by `operation()` a policy without authentication, with the default limit. */
export function toServedContract(contract: AppRouter): ServedContract {
  const declared = contractRoutesOf(contract);
  const vocabulary = declared.map(({ policy }) => policy[vocabularyKey]).find((words) => words !== undefined);
  const words = vocabulary ?? standardVocabulary;
  const routes = declared.map((route) => (route.isPlain ? { ...route, policy: servedPolicyOf(route, words) } : route));
  const policies = new Map(routes.map((route) => [route.id, route.policy]));
  return { contract: withPolicies(contract, policies, []), routes, vocabulary: words };
}

function servedPolicyOf({ policy }: ContractRoute, vocabulary: Vocabulary): RoutePolicy {
  const served = {
    ...policy,
    limits: [defaultLimitOf(vocabulary)],
    bodyLimit: policy.bodyLimit === null ? null : plainBodyLimit,
  };
  const errors = [...policyErrors({ ...served, hasInput: true }), 'not_found', 'conflict'];
  return { ...served, errors: [...new Set(errors)], [vocabularyKey]: vocabulary };
}

function withPolicies(
  contract: AppRouter,
  policies: ReadonlyMap<string, RoutePolicy>,
  place: readonly string[],
): AppRouter {
  const entries = Object.entries(contract).map(([name, entry]) => {
    const here = [...place, name];
    if (!isAppRoute(entry)) return [name, withPolicies(entry, policies, here)];
    if (isRoutePolicy(entry.metadata)) return [name, entry];
    return [name, { ...entry, headers: headersOf(entry), metadata: policies.get(here.join('.')) }];
  });
  return Object.fromEntries(entries);
}

/** ts-rest takes an object schema of header fields as well as a schema for each. */
function headersOf({ headers }: AppRoute): Readonly<Record<string, unknown>> | undefined {
  if (headers instanceof z.ZodObject) return headers.shape;
  return isRecord(headers) && !(headers instanceof z.ZodType) ? headers : undefined;
}
