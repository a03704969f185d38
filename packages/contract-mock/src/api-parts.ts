import { createHash } from 'node:crypto';
import type { ContractRoute } from '@contract-kit/contract-testing/generating';
import { defaultLimitOf, policyOf, type RateLimitPolicy, type Vocabulary } from '@contract-kit/http-spec';
import type { HandlerResult, RateLimitOptions, ResourceLookup } from '@contract-kit/middleware';
import { type AppRouter, isAppRoute } from './contract/ts-rest.ts';
import { type Call, type RouteFacts, taggedOf, tagOfFound } from './handlers/call.ts';
import type { MockOptions } from './options.ts';

type Handle = (call: Call) => Promise<HandlerResult>;

/** A tree of handlers with the shape of the contract. @param derive makes the handler of an operation id. */
export function handlersOf(contract: AppRouter, derive: (id: string) => Handle): object {
  const entries = Object.entries(contract).map(([name, entry]) => {
    if (!isAppRoute(entry)) return [name, handlersOf(entry, derive)];
    const { operationId, authorize } = policyOf(entry);
    const handle = derive(operationId);
    return [name, authorize === 'handler' ? { authorize: () => undefined, handle } : handle];
  });
  return Object.fromEntries(entries);
}

/** Looks up the records of paths before bodies are read. */
export function lookupsOf(facts: ReadonlyMap<string, RouteFacts>): Readonly<Record<string, ResourceLookup>> {
  const lookup: ResourceLookup = async ({ caller, params, policy }) => {
    const known = facts.get(policy.operationId) as RouteFacts;
    const { found, missing } = known.state.walk(known.steps, params, caller?.tenantId ?? null);
    return missing === null ? { entityTag: tagOfFound(taggedOf(found)) } : null;
  };
  const resources = [...facts.values()].map(({ route }) => route.policy.resource).filter((name) => name !== null);
  return Object.fromEntries(resources.map((name) => [name, lookup]));
}

/** Every scope a contract names. */
export function scopesOf(routes: readonly ContractRoute[], { scopes = {} }: Vocabulary): readonly string[] {
  const needed = routes.flatMap(({ policy }) => [...policy.scopes, ...(policy.anyScopes ?? [])]);
  return [...new Set([...Object.keys(scopes), ...needed])];
}

/** Figures for limits that a contract only names. */
const usualLimit = { limit: 600, windowMs: 60_000 };

/** @throws TypeError for a limit the contract does not have. */
export function limitsOf(
  routes: readonly ContractRoute[],
  vocabulary: Vocabulary,
  own: MockOptions['limits'] = {},
): Pick<RateLimitOptions, 'policies' | 'addressPolicy'> {
  const standard = defaultLimitOf(vocabulary);
  const names = new Set([standard, ...routes.flatMap(({ policy }) => policy.limits)]);
  const unknown = Object.keys(own).find((name) => !names.has(name));
  if (unknown !== undefined) throw new TypeError(`limits.${unknown}: the contract has no such rate limit.`);
  const limitOf = (name: string): RateLimitPolicy => ({
    ...(vocabulary.limits?.[name] ?? usualLimit),
    ...own[name],
    name,
  });
  const policies = Object.fromEntries([...names].map((name) => [name, limitOf(name)]));
  return { policies, addressPolicy: { ...limitOf(standard), name: 'address' } };
}

/** Deterministic request ids. */
export function requestIdsOf(seed: number): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `req_${createHash('sha256').update(`request ${seed} ${count}`).digest('hex').slice(0, 32)}`;
  };
}
