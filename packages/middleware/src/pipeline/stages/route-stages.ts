import {
  ApiError,
  formatEntityTag,
  headerNames,
  parseIdempotencyKey,
  policyOf,
  type RoutePolicy,
} from '@contract-kit/http-spec';
import type { AppRoute } from '@ts-rest/core';
import type { ErrorRequestHandler, NextFunction, Request, RequestHandler, Response } from 'express';
import { textProblem } from '../../body/json/safe-value.ts';
import { type BodyOptions, readBody } from '../../body/read-body.ts';
import { checkPreconditions, needsLookup, notFound } from '../../etag/check-preconditions.ts';
import type { FoundResource, ResourceLookup } from '../../etag/resource-lookup.ts';
import type { Logger } from '../../logger.ts';
import { chooseRequestId } from '../../request-id/request-id.ts';
import { sendEmpty } from '../handling/send-result.ts';
import type { Admission } from './admission.ts';
import type { Cors } from './cors.ts';
import { attachState, RequestState, stateOf } from './request-state.ts';

/** Longest path parameter looked at; no record has a longer name. */
const maxParameterLength = 1024;

/** First stage: every answer from here on has a request id and is not kept by shared caches. */
export function openStage(generate: (() => string) | undefined, cors: Cors | null): RequestHandler {
  return function open(req, res, next) {
    const state = new RequestState(chooseRequestId(req.headers[headerNames.requestId], generate));
    attachState(req, state);
    res.setHeader('X-Request-Id', state.requestId);
    res.setHeader('Cache-Control', 'private, no-cache');
    res.setHeader('Vary', 'Authorization, X-API-Key');
    res.setHeader('X-Content-Type-Options', 'nosniff');
    cors?.allow(req, res);
    next();
  };
}

/** Who calls, how often, with which scopes. Nothing of the body has been read yet. */
export function admissionStage(admission: Admission): RequestHandler {
  return async function admit(req, res, next) {
    const state = stateOf(req);
    const policy = policyOf((req as Request & { tsRestRoute: AppRoute }).tsRestRoute);
    state.policy = policy;
    await admission.admit(req, res, state, policy);
    assertReadableParams(req.params, policy);
    state.idempotencyKey = idempotencyKeyOf(req, policy);
    next();
  };
}

/** @param logger told of received files that could not be removed. */
export function bodyStage(options: BodyOptions, logger: Logger): RequestHandler {
  return async function receiveBody(req, _res, next) {
    const state = stateOf(req);
    const policy = state.policy as RoutePolicy;
    if (policy.bodyLimit !== null) {
      const { body, parts, release } = await readBody(req, policy, state.caller, options);
      req.body = body;
      state.sentBody = body;
      state.bodyParts = parts;
      if (release !== undefined) {
        const report = (err: unknown) => logger.error({ err, requestId: state.requestId }, 'uploads were left behind');
        state.atEnd(() => void release().catch(report));
      }
    }
    next();
  };
}

/** A request that fails before its handler is over as well. */
export function endFailed(): ErrorRequestHandler {
  return function endRequest(error, req, _res, next) {
    stateOf(req).end();
    next(error);
  };
}

/** Existence and preconditions, so that 404, 412 and 304 come before 422 and before the handler's work. */
export function preconditionStage(
  lookups: Readonly<Record<string, ResourceLookup>>,
  options: { acceptWeakIfMatch: boolean },
): RequestHandler {
  return async function checkRecord(req: Request, res: Response, next: NextFunction) {
    const state = stateOf(req);
    const policy = state.policy as RoutePolicy;
    if (!needsLookup(policy)) return next();
    const fields = { ifMatch: req.headers['if-match'], ifNoneMatch: req.headers['if-none-match'] };
    const request = {
      caller: state.caller,
      params: req.params as Readonly<Record<string, string>>,
      query: req.query as Readonly<Record<string, string | string[]>>,
      policy,
    };
    const lookup = lookups[policy.resource as string] as ResourceLookup;
    const { preconditions, notModified } = await checkPreconditions(fields, request, lookup, options);
    state.preconditions = preconditions;
    if (notModified === null) return next();
    sendNotModified(res, notModified);
  };
}

function sendNotModified(res: Response, { entityTag }: FoundResource): void {
  if (entityTag !== null) res.setHeader('ETag', formatEntityTag(entityTag.value, entityTag));
  sendEmpty(res, 304);
}

/** A parameter no record can have is a record that does not exist; it must not reach a database. */
export function assertReadableParams(params: Request['params'], policy: RoutePolicy): void {
  for (const name in params) {
    const value = params[name];
    if (typeof value === 'string' && (value.length > maxParameterLength || textProblem(value) !== null)) {
      throw notFound(policy.resource ?? 'record');
    }
  }
}

function idempotencyKeyOf(req: Request, policy: RoutePolicy): string | null {
  if (policy.idempotency === 'none') return null;
  const field = req.headers[headerNames.idempotencyKey];
  if (field === undefined) return null;
  const key = typeof field === 'string' ? parseIdempotencyKey(field) : null;
  if (key === null) throw new ApiError('bad_request', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
  return key;
}
