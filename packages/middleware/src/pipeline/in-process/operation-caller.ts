import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { invalidFields, parseIdempotencyKey, type RoutePolicy } from '@contract-kit/http-spec';
import { type AppRoute, isStandardSchema } from '@ts-rest/core';
import type { Request, Response } from 'express';
import { assertScopes, type Caller } from '../../auth/caller.ts';
import { type BodyOptions, readBody } from '../../body/read-body.ts';
import { type DescribeIssue, toFieldErrors } from '../../errors/field-errors.ts';
import { checkPreconditions, needsLookup } from '../../etag/check-preconditions.ts';
import { noPreconditions, type Preconditions } from '../../etag/preconditions.ts';
import type { ResourceLookup } from '../../etag/resource-lookup.ts';
import { type Schema, validate } from '../../validation/validate.ts';
import type { HandlerResult } from '../handler-result.ts';
import type { Execution } from '../handling/endpoint.ts';
import { renderJson } from '../handling/render-json.ts';
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
  /** Instead of a JSON value, for an operation that takes files. */
  readonly form?: FormData;
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
  readonly body: BodyOptions;
  readonly describeIssue: DescribeIssue | undefined;
}

export function createOperationCaller(options: OperationCallerOptions): CallOperation {
  const check = (schema: unknown, value: unknown, noun: 'field' | 'parameter'): unknown => {
    if (!isStandardSchema(schema)) return value;
    const result = validate(schema as Schema, value);
    if (result.issues === undefined) return result.value;
    throw invalidFields(toFieldErrors(result.issues, { noun, describe: options.describeIssue }));
  };

  return async function callOperation(req, res, call) {
    const operation = options.operations.get(call.operationId);
    if (operation === undefined) throw new TypeError(`There is no operation ${call.operationId}.`);
    const { route, policy, execution } = operation;
    const { params = {}, query = {} } = call;
    const outer = stateOf(req);
    const state = new RequestState(outer.requestId);
    state.policy = policy;
    state.caller = outer.caller;
    if (policy.auth.length > 0) assertScopes(outer.caller as Caller, policy);
    assertReadableParams(params, policy);
    state.idempotencyKey = idempotencyKeyOf(call, policy);
    const { body, parts, release } = await readBody(await encodeBody(call), policy, outer.caller, options.body);
    try {
      state.sentBody = body;
      state.bodyParts = parts;
      state.preconditions = await findPreconditions(call, operation, state, options);
      const input = {
        params: check('pathParams' in route ? route.pathParams : undefined, params, 'field'),
        query: check(route.query, query, 'parameter'),
        body: check('body' in route ? route.body : undefined, body, 'field'),
      };
      return await execution.run(input, state, res, targetOf(route, params, query));
    } finally {
      await release?.();
    }
  };
}

/** The body as a request would carry it, so that it is read, bounded and checked as one. */
async function encodeBody({ body, form }: OperationCall): Promise<IncomingMessage> {
  const json = body === undefined ? null : await renderJson(body);
  const encoded = new Response(form ?? json, {
    headers: form === undefined ? { 'content-type': 'application/json' } : {},
  });
  if (encoded.body === null) return Object.assign(Readable.from([]), { headers: {} }) as IncomingMessage;
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '', 'transfer-encoding': 'chunked' };
  return Object.assign(Readable.fromWeb(encoded.body as ReadableStream), {
    headers,
    complete: true,
  }) as IncomingMessage;
}

function idempotencyKeyOf({ idempotencyKey }: OperationCall, policy: RoutePolicy): string | null {
  if (idempotencyKey === undefined || policy.idempotency === 'none') return null;
  const key = parseIdempotencyKey(idempotencyKey);
  if (key === null) throw invalidFields({ idempotencyKey: 'Must be 1 to 255 visible ASCII characters.' });
  return key;
}

async function findPreconditions(
  { ifMatch, params = {}, query = {} }: OperationCall,
  { policy }: CallableOperation,
  { caller }: RequestState,
  { lookups, acceptWeakIfMatch }: OperationCallerOptions,
): Promise<Preconditions> {
  if (!needsLookup(policy)) return noPreconditions;
  const request = { caller, params, query, policy };
  const lookup = lookups[policy.resource as string] as ResourceLookup;
  const fields = { ifMatch, ifNoneMatch: undefined };
  return (await checkPreconditions(fields, request, lookup, { acceptWeakIfMatch })).preconditions;
}

function targetOf(route: AppRoute, params: Readonly<Record<string, string>>, query: Readonly<Record<string, string>>) {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return { method: route.method, path, query: new URLSearchParams(query).toString() };
}
