import {
  createIdempotency,
  type IdempotencyStore,
  type RateLimitOptions,
  type RateLimitStore,
} from '@contract-kit/middleware';
import { limits, rateLimitPolicies } from '@product-content/contract';

/** The contract's rate limits, with what this server is set to in place of the standard one and the others in proportion. */
export function createRateLimit(store: RateLimitStore, limit: number): RateLimitOptions {
  const policies = Object.fromEntries(
    Object.entries(rateLimitPolicies).map(([name, policy]) => {
      return [name, { ...policy, limit: Math.ceil((policy.limit * limit) / rateLimitPolicies.standard.limit) }];
    }),
  );
  return { store, policies, addressPolicy: { ...rateLimitPolicies.standard, name: 'address', limit } };
}

/** Idempotency-Keys belong to the workspace: any of its keys may repeat a request. */
export function createIdempotencyPolicy(store: IdempotencyStore) {
  return createIdempotency({ store, ttlMs: limits.idempotencyTtlMs });
}
