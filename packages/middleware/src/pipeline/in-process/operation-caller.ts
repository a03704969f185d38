import { ApiError, invalidFields, parseIdempotencyKey, type RoutePolicy } from '@contract-kit/http-spec';
import { type AppRoute, isStandardSchema } from '@ts-rest/core';
import type { Request, Response } from 'express';
import { assertScopes, type Caller } from '../../auth/caller.ts';
import { assertSafeValue } from '../../body/json/safe-value.ts';
import { toFieldErrors } from '../../errors/field-errors.ts';
import { checkPreconditions, needsLookup } from '../../etag/check-preconditions.ts';
import { noPreconditions, type Preconditions } from '../../etag/preconditions.ts';
import type { ResourceLookup } from '../../etag/resource-lookup.ts';
import { type Schema, validate } from '../../validation/validate.ts';
import type { HandlerResult } from '../handler-result.ts';
import type { Execution } from '../handling/endpoint.ts';
import { RequestState, stateOf } from '../stages/request-state.ts';
import { assertReadableParams } from '../stages/route-stages.ts';
import type { TableRow } from '../stages/route-table.ts';

/** The input of an operation, as a client would put it into a request. */
export interface OperationCall {
  readonly operationId: string;
  /** Decoded path parameters. */
  readonly params?: Readonly<Record<string, string>>;
  /** Query parameters as text. */
  readonly query?: Readonly<Record<string, string>>;
  /** A JSON value. */
  readonly body?: unknown;
  readonly ifMatch?: string;
  readonly idempotencyKey?: string;
}

/**
 * Runs an operation of the contract inside another request of the pipeline, with its caller and request id, through
 * the same stages but the first two: scopes, body limit, existence and preconditions, validation, idempotency, handler.
 * It is not counted against the rate limit: the request it runs in was.
 *
 * @throws what the operation would answer, as ApiError; TypeError when there is no such operation.
 */
export type CallOperation = (req: Request, res: Response, call: OperationCall) => Promise<HandlerResult>;

export interface CallableOperation extends TableRow {
  readonly execution: Execution;
}

export interface OperationCallerOptions {
  readonly operations: ReadonlyMap<string, CallableOperation>;
  readonly lookups: Readonly<Record<string, ResourceLookup>>;
  readonly acceptWeakIfMatch: boolean;
}

export function createOperationCaller(options: OperationCallerOptions): CallOperation {
  return async function callOperation(req, res, call) {
    const operation = options.operations.get(call.operationId);
    if (operation === undefined) throw new TypeError(`There is no operation ${call.operationId}.`);
    const { route, policy, execution } = operation;
    const { params = {}, query = {} } = call;
    const outer = stateOf(req);
    const state = new RequestState(outer.requestId);
    state.policy = policy;
    state.caller = outer.caller;
    if (policy.auth === 'key') assertScopes(outer.caller as Caller, policy);
    assertReadableParams(params, policy);
    state.idempotencyKey = idempotencyKeyOf(call, policy);
    const body = readBody(call, policy);
    state.preconditions = await findPreconditions(call, operation, state, options);
    const input = {
      params: check('pathParams' in route ? route.pathParams : undefined, params, 'field'),
      query: check(route.query, query, 'parameter'),
      body: check('body' in route ? route.body : undefined, body, 'field'),
    };
    return execution.run(input, state, res, targetOf(route, params, query));
  };
}

function idempotencyKeyOf({ idempotencyKey }: OperationCall, policy: RoutePolicy): string | null {
  if (idempotencyKey === undefined || policy.idempotency === 'none') return null;
  const key = parseIdempotencyKey(idempotencyKey);
  if (key === null) throw invalidFields({ idempotencyKey: 'Must be 1 to 255 visible ASCII characters.' });
  return key;
}

function readBody({ body }: OperationCall, { bodyLimit }: RoutePolicy): unknown {
  if (bodyLimit === null || body === undefined) return undefined;
  if (Buffer.byteLength(JSON.stringify(body)) > bodyLimit) {
    throw new ApiError('payload_too_large', `The input may have up to ${bodyLimit} bytes as JSON.`);
  }
  assertSafeValue(body, { texts: true });
  return body;
}

async function findPreconditions(
  { ifMatch, params = {}, query = {} }: OperationCall,
  { policy }: CallableOperation,
  { caller }: RequestState,
  { lookups, acceptWeakIfMatch }: OperationCallerOptions,
): Promise<Preconditions> {
  if (!needsLookup(policy) || (policy.bodyLimit === null && ifMatch === undefined)) return noPreconditions;
  const request = { caller, params, query, headers: {}, policy };
  const lookup = lookups[policy.resource as string] as ResourceLookup;
  const fields = { ifMatch, ifNoneMatch: undefined };
  return (await checkPreconditions(fields, request, lookup, { acceptWeakIfMatch })).preconditions;
}

function check(schema: unknown, value: unknown, noun: 'field' | 'parameter'): unknown {
  if (!isStandardSchema(schema)) return value;
  const result = validate(schema as Schema, value);
  if (result.issues !== undefined) throw invalidFields(toFieldErrors(result.issues, noun));
  return result.value;
}

function targetOf(route: AppRoute, params: Readonly<Record<string, string>>, query: Readonly<Record<string, string>>) {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return { method: route.method, path, query: new URLSearchParams(query).toString() };
}
