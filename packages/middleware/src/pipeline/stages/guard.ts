import type { RoutePolicy } from '@contract-kit/http-spec';
import type { Request, RequestHandler, Router } from 'express';
import type { Caller } from '../../auth/caller.ts';
import type { CallOperation } from '../in-process/operation-caller.ts';
import type { Admission } from './admission.ts';
import { stateOf } from './request-state.ts';

export interface GuardOptions {
  /** `none`: anyone may call. Default: a caller that authenticates. */
  readonly auth?: 'none';
  readonly scopes?: readonly string[];
  /** Default `standard`. */
  readonly limit?: string;
}

/** Where routes that are not in the contract join the pipeline: an assistant server, a socket, a feed. */
export interface GuardedRoutes {
  readonly router: Router;
  /**
   * Express middleware that authenticates, counts and checks scopes as a contract's routes do.
   *
   * @throws TypeError when there is no such limit.
   */
  readonly guard: (options?: GuardOptions) => RequestHandler;
  /** Makes the method of a path known, so that OPTIONS names it and other methods answer 405. */
  readonly announce: (method: string, path: string) => void;
  /** Runs an operation of the contract inside a request that passed a guard. */
  readonly callOperation: CallOperation;
}

export function createGuard(admission: Admission): GuardedRoutes['guard'] {
  return ({ auth, scopes = [], limit = 'standard' } = {}) => {
    if (auth !== 'none') admission.assertLimit(limit);
    const policy: RoutePolicy = {
      operationId: 'extra',
      auth: auth === 'none' ? [] : ['apiKey'],
      scopes,
      limits: [limit],
      idempotency: 'none',
      entityTag: 'none',
      resource: null,
      missing: 'not_found',
      bodyLimit: null,
      bodyTypes: [],
      errors: [],
    };
    return async function guard(req, res, next) {
      await admission.admit(req, res, stateOf(req), policy);
      next();
    };
  };
}

/** Who sent a request that passed a guard; null on routes without a key. */
export function callerOf(req: Request): Caller | null {
  return stateOf(req).caller;
}

/** The id of a request inside the pipeline. */
export function requestIdOf(req: Request): string {
  return stateOf(req).requestId;
}
