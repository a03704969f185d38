import type { RateDecision, RateLimitPolicy, RoutePolicy } from '@contract-kit/http-spec';
import type { Request, Response } from 'express';
import type { Authenticator } from '../../auth/authenticator.ts';
import { assertScopes, type Caller } from '../../auth/caller.ts';
import { credentialMissing, readCredential } from '../../auth/credential.ts';
import { type Clock, systemClock } from '../../clock.ts';
import { addressSubject } from '../../rate-limit/client-address.ts';
import { createRateLimitHeaders, type RateLimitHeaders, rateLimited } from '../../rate-limit/rate-limit-headers.ts';
import type { RateLimitStore } from '../../rate-limit/rate-limit-store.ts';
import type { RequestState } from './request-state.ts';

export interface RateLimitOptions {
  readonly store: RateLimitStore;
  /** The policies routes refer to by name. */
  readonly policies: Readonly<Record<string, RateLimitPolicy>>;
  /**
   * The policy of a client address: for key-less routes of the default limit, failed authentication and unknown paths.
   * A key-less route of another limit is counted against that one, apart from the rest.
   */
  readonly addressPolicy: RateLimitPolicy;
  /** Whom a caller's requests are counted to. Default: the key. */
  readonly subjectOf?: (caller: Caller) => string;
  readonly clock?: Pick<Clock, 'now'>;
}

/** What decides whether a request may go on: who calls, how often, with which scopes. */
export interface Admission {
  /** @throws TypeError when there is no such limit. */
  assertLimit(name: string): void;
  /**
   * Authenticates and counts a request of a route, then checks its scopes. Who fails to authenticate is counted by
   * {@link Admission.count}.
   *
   * @throws ApiError `unauthorized`, `rate_limited`, `forbidden`.
   */
  admit(req: Request, res: Response, state: RequestState, policy: RoutePolicy): Promise<void>;
  /**
   * Counts a request that reached no route or failed before it was counted: against its key when that is valid,
   * else against its address.
   *
   * @throws ApiError `rate_limited`.
   */
  count(req: Request, res: Response, state: RequestState): Promise<void>;
}

interface Limit {
  readonly policy: RateLimitPolicy;
  readonly headers: RateLimitHeaders;
}

/** @param defaultLimit name of the policy that requests without a route are counted against. */
export function createAdmission(
  authenticator: Authenticator,
  options: RateLimitOptions,
  defaultLimit: string,
): Admission {
  const { store, subjectOf = (caller: Caller) => caller.keyId, clock = systemClock } = options;
  const limits = new Map(Object.entries(options.policies).map(([name, policy]) => [name, toLimit(policy)]));
  const addressLimit = toLimit(options.addressPolicy);

  function limitOf(name: string): Limit {
    const limit = limits.get(name);
    if (limit === undefined) throw new TypeError(`There is no rate limit "${name}": add it to rateLimit.policies.`);
    return limit;
  }
  limitOf(defaultLimit);

  async function take(subject: string, limit: Limit, res: Response, state: RequestState): Promise<void> {
    const taken = store.take(subject, limit.policy);
    const decision: RateDecision = taken instanceof Promise ? await taken : taken;
    limit.headers.write(res, decision, clock.now());
    state.counted = true;
    if (!decision.admitted) throw rateLimited(decision);
  }

  function takeCaller(caller: Caller, name: string, res: Response, state: RequestState): Promise<void> {
    return take(`key:${subjectOf(caller)}`, limitOf(name), res, state);
  }

  function takeAddress(req: Request, res: Response, state: RequestState, name = defaultLimit): Promise<void> {
    const subject = addressSubject(req.ip);
    if (name === defaultLimit) return take(`address:${subject}`, addressLimit, res, state);
    return take(`address:${name}:${subject}`, limitOf(name), res, state);
  }

  async function identify(req: Request): Promise<Caller> {
    const key = readCredential(req.headers);
    if (key === null) throw credentialMissing();
    const caller = authenticator.authenticate(key);
    return caller instanceof Promise ? await caller : caller;
  }

  return {
    assertLimit: (name) => void limitOf(name),
    async admit(req, res, state, policy) {
      if (policy.auth.length === 0) {
        for (const limit of policy.limits) await takeAddress(req, res, state, limit);
        return;
      }
      state.identified = true;
      const caller = await identify(req);
      state.caller = caller;
      for (const limit of policy.limits) await takeCaller(caller, limit, res, state);
      assertScopes(caller, policy);
    },
    async count(req, res, state) {
      if (!state.identified) state.caller = await identify(req).catch(() => null);
      const { caller } = state;
      return caller === null ? takeAddress(req, res, state) : takeCaller(caller, defaultLimit, res, state);
    },
  };
}

function toLimit(policy: RateLimitPolicy): Limit {
  return { policy, headers: createRateLimitHeaders(policy) };
}
