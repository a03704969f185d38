import type { RateDecision, RateLimitPolicy } from '@contract-kit/http-spec';
import { type Identity, identify } from '../../auth/authenticator.ts';
import type { Caller } from '../../auth/caller.ts';
import { type Clock, systemClock } from '../../clock.ts';
import { addressSubject } from '../../rate-limit/client-address.ts';
import { createRateLimitHeaders, type RateLimitHeaders, rateLimited } from '../../rate-limit/rate-limit-headers.ts';
import type { RateLimitStore } from '../../rate-limit/rate-limit-store.ts';
import type { Exchange } from '../exchange.ts';
import type { Operation } from '../operations/operation.ts';

export interface RateLimitOptions<C extends Caller = Caller> {
  readonly store: RateLimitStore;
  /** The policies operations refer to by name. */
  readonly policies: Readonly<Record<string, RateLimitPolicy>>;
  /**
   * The policy of a client address: for operations without authentication and with the default limit, for failed
   * authentication and for unknown paths. An operation without authentication and with another limit is counted against
   * that one, apart from the rest.
   */
  readonly addressPolicy: RateLimitPolicy;
  /** Whom the requests of a caller are counted for. Default: the caller itself, by its scheme and subject. */
  readonly subjectOf?: (caller: C) => string;
  readonly clock?: Pick<Clock, 'now'>;
}

/** The limits of an API, by name. */
export interface RateLimits {
  /** Name of the limit for requests that no operation serves. */
  readonly defaultLimit: string;
  has(name: string): boolean;
  /** @throws ApiError `rate_limited`. */
  countCaller(exchange: Exchange, identity: Identity, name: string): Promise<void>;
  /** @throws ApiError `rate_limited`. */
  countAddress(exchange: Exchange, name: string): Promise<void>;
}

interface Limit {
  readonly policy: RateLimitPolicy;
  readonly headers: RateLimitHeaders;
}

export function createRateLimits(options: RateLimitOptions, defaultLimit: string): RateLimits {
  const { store, subjectOf, clock = systemClock } = options;
  const limits = new Map(Object.entries(options.policies).map(([name, policy]) => [name, toLimit(policy)]));
  const addressLimit = toLimit(options.addressPolicy);

  function limitOf(name: string): Limit {
    const limit = limits.get(name);
    if (limit === undefined) throw new TypeError(`There is no rate limit "${name}": add it to rateLimit.policies.`);
    return limit;
  }

  async function take(exchange: Exchange, subject: string, limit: Limit): Promise<void> {
    const taken = store.take(subject, limit.policy);
    const decision: RateDecision = taken instanceof Promise ? await taken : taken;
    limit.headers.write(exchange.headers, decision, clock.now());
    exchange.counted = true;
    if (!decision.admitted) throw rateLimited(decision);
  }

  return {
    defaultLimit,
    has: (name) => limits.has(name),
    countCaller(exchange, { name: scheme, caller }, name) {
      const subject = subjectOf === undefined ? `${scheme}:${caller.subject}` : subjectOf(caller);
      return take(exchange, `caller:${subject}`, limitOf(name));
    },
    countAddress(exchange, name) {
      const subject = addressSubject(exchange.request.peerAddress);
      if (name === defaultLimit) return take(exchange, `address:${subject}`, addressLimit);
      return take(exchange, `address:${name}:${subject}`, limitOf(name));
    },
  };
}

/** How often: each request of a caller counts, whatever becomes of it. @throws ApiError `rate_limited`. */
export async function count(exchange: Exchange, { policy }: Operation): Promise<void> {
  const { api, identity } = exchange;
  for (const limit of policy.limits) {
    if (identity === null) await api.limits.countAddress(exchange, limit);
    else await api.limits.countCaller(exchange, identity, limit);
  }
}

/**
 * Counts a request that no operation serves, or that failed before it was counted: for its caller when that is known,
 * else for its address.
 *
 * @throws ApiError `rate_limited`.
 */
export async function countUnserved(exchange: Exchange): Promise<void> {
  const { api } = exchange;
  if (!exchange.identified) exchange.identity = await identify(exchange.request, api.schemes).catch(() => null);
  const { defaultLimit } = api.limits;
  if (exchange.identity === null) return api.limits.countAddress(exchange, defaultLimit);
  return api.limits.countCaller(exchange, exchange.identity, defaultLimit);
}

function toLimit(policy: RateLimitPolicy): Limit {
  return { policy, headers: createRateLimitHeaders(policy) };
}
