import type { RateDecision, RateLimitPolicy, RoutePolicy } from '@contract-kit/http-spec';
import { type Identity, identify } from '../../auth/authenticator.ts';
import type { Caller } from '../../auth/caller.ts';
import { addressSubject } from '../../rate-limit/client-address.ts';
import {
  createRateLimitHeaders,
  decisiveOf,
  type RateLimitHeaders,
  rateLimited,
} from '../../rate-limit/rate-limit-headers.ts';
import type { RateLimitStore } from '../../rate-limit/rate-limit-store.ts';
import type { TimeSource } from '../../time-source.ts';
import type { Exchange } from '../exchange.ts';
import type { Operation } from '../operations/operation.ts';

export interface RateLimitOptions<C extends Caller = Caller> {
  readonly store: RateLimitStore;
  /** The policies operations refer to by name. */
  readonly policies: Readonly<Record<string, RateLimitPolicy>>;
  /**
   * The policy of a client address: for operations without authentication and with the default limit, for failed
   * authentication and for unknown paths. If an operation without authentication has other limits, addresses count
   * against those.
   */
  readonly addressPolicy: RateLimitPolicy;
  /** The party that a caller's requests are counted for. Default: the caller itself, by its scheme and subject. */
  readonly subjectOf?: (caller: C) => string;
}

/** The limits of an API, by name. */
export interface RateLimits {
  /** The limits of routes that name none, and of requests that no operation serves. */
  readonly defaultLimits: readonly string[];
  /** Why the limits of an operation cannot be counted; null when they can. */
  problemWith(policy: Pick<RoutePolicy, 'auth' | 'limits'>): string | null;
  /** @param names of the limits: if any refuses the request, it is counted in none. @throws ApiError `rate_limited`. */
  countCaller(exchange: Exchange, identity: Identity, names: readonly string[]): void | Promise<void>;
  /** Like `countCaller`, for the client address. @throws ApiError `rate_limited`. */
  countAddress(exchange: Exchange, names: readonly string[]): void | Promise<void>;
}

interface Limit {
  readonly policy: RateLimitPolicy;
  readonly headers: RateLimitHeaders;
}

export function createRateLimits(
  { store, subjectOf, ...options }: RateLimitOptions,
  defaultLimit: string,
  clock: Pick<TimeSource, 'nowMs'>,
): RateLimits {
  const limits = new Map(Object.entries(options.policies).map(([name, policy]) => [name, toLimit(policy)]));
  const addressLimit = toLimit(options.addressPolicy);

  function limitOf(name: string): Limit {
    const limit = limits.get(name);
    if (limit === undefined) throw new TypeError(`There is no rate limit "${name}": add it to rateLimit.policies.`);
    return limit;
  }

  const limitOfAddress = (name: string) => (name === defaultLimit ? addressLimit : limitOf(name));

  function take(exchange: Exchange, subject: string, limit: Limit): void | Promise<void> {
    const follow = (decision: RateDecision): void => {
      limit.headers.write(exchange.headers, decision, clock.nowMs());
      exchange.counted = true;
      exchange.notify('onCount', { limit: limit.policy.name, admitted: decision.admitted });
      if (!decision.admitted) throw rateLimited(decision);
    };
    const taken = store.take(subject, limit.policy);
    return taken instanceof Promise ? taken.then(follow) : follow(taken);
  }

  async function takeAll(exchange: Exchange, subject: string, several: readonly Limit[]): Promise<void> {
    const policies = several.map(({ policy }) => policy);
    const decisions = await store.takeAll(subject, policies);
    const decisive = decisiveOf(decisions);
    const decision = decisions[decisive] as RateDecision;
    const { policy, headers } = several[decisive] as Limit;
    headers.write(exchange.headers, decision, clock.nowMs());
    exchange.headers.set('RateLimit-Policy', several.map(({ headers }) => headers.inForce).join(', '));
    exchange.counted = true;
    exchange.notify('onCount', { limit: policy.name, admitted: decision.admitted });
    if (!decision.admitted) throw rateLimited(decision);
  }

  return {
    defaultLimits: [defaultLimit],
    problemWith({ auth, limits: names }) {
      const isOpen = auth.length === 0;
      const missing = names.find((name) => !limits.has(name) && !(isOpen && name === defaultLimit));
      if (missing !== undefined) return `is limited by "${missing}": add it to rateLimit.policies.`;
      const windows = names.map(isOpen ? limitOfAddress : limitOf).map(({ policy }) => policy.name);
      const twice = windows.find((window, index) => windows.indexOf(window) < index);
      return twice === undefined
        ? null
        : `is limited twice by "${twice}": its limits need policies with different names.`;
    },
    countCaller(exchange, { name: scheme, caller }, names) {
      const subject = `caller:${subjectOf === undefined ? `${scheme}:${caller.subject}` : subjectOf(caller)}`;
      if (names.length === 1) return take(exchange, subject, limitOf(names[0] as string));
      return takeAll(exchange, subject, names.map(limitOf));
    },
    countAddress(exchange, names) {
      const subject = `address:${addressSubject(exchange.request.peerAddress)}`;
      if (names.length === 1) return take(exchange, subject, limitOfAddress(names[0] as string));
      return takeAll(exchange, subject, names.map(limitOfAddress));
    },
  };
}

/**
 * Counts the request against its limits, whatever its outcome; a request over a limit is not counted.
 *
 * @throws ApiError `rate_limited`.
 */
export function count(exchange: Exchange, { policy }: Operation): void | Promise<void> {
  const { limits } = exchange.api;
  if (exchange.identity === null) return limits.countAddress(exchange, policy.limits);
  return limits.countCaller(exchange, exchange.identity, policy.limits);
}

/**
 * Counts a request that no operation serves, or that failed before it was counted: for its caller if known, else for
 * its address.
 *
 * @throws ApiError `rate_limited`.
 */
export async function countUnserved(exchange: Exchange): Promise<void> {
  const { api } = exchange;
  if (!exchange.identified) exchange.identity = await identifyIfPossible(exchange);
  const { limits } = api;
  if (exchange.identity === null) return limits.countAddress(exchange, limits.defaultLimits);
  return limits.countCaller(exchange, exchange.identity, limits.defaultLimits);
}

async function identifyIfPossible({ request, api }: Exchange): Promise<Identity | null> {
  try {
    return await identify(request, api.schemes);
  } catch {
    return null;
  }
}

function toLimit(policy: RateLimitPolicy): Limit {
  return { policy, headers: createRateLimitHeaders(policy) };
}
