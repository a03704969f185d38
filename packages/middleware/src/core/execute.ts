import { performance } from 'node:perf_hooks';
import { ApiError } from '@contract-kit/http-spec';
import type { HandlerResult } from '../handler-result.ts';
import type { ApiRequest } from '../request.ts';
import type { ApiResponse, FinalResponse } from '../response.ts';
import type { Api } from './api.ts';
import { Exchange } from './exchange.ts';
import type { Operation } from './operations/operation.ts';
import { respond } from './responses/respond.ts';
import { respondWithError } from './responses/respond-with-error.ts';
import { authenticate, authorize, checkScopes, checkSunset } from './stages/admit.ts';
import { checkRecord } from './stages/check-record.ts';
import { count, countUnserved } from './stages/count.ts';
import { handle } from './stages/handle.ts';
import { open } from './stages/open.ts';
import { readHead, receiveBody } from './stages/read-request.ts';
import { respondUnmatched } from './stages/unmatched.ts';
import { validateInput } from './stages/validate-input.ts';

/** One step of a request through its operation. It ends the request by an error, or by setting `exchange.result`. */
export type Stage = (exchange: Exchange, operation: Operation) => void | Promise<void>;

/** The stages of a request, in this order. No part of a body is read before the caller is known and counted. */
export const stages = {
  /** 401 */
  authenticate,
  /** 429 */
  count,
  /** 410 */
  checkSunset,
  /** 403 */
  checkScopes,
  /** 404, 400 */
  readHead,
  /** 413, 400 */
  receiveBody,
  /** 404, 412, 304 */
  checkRecord,
  /** 422 */
  validateInput,
  /** 403 */
  authorize,
  /** A replay, 409, 422, or the handler's response. */
  handle,
} as const satisfies Readonly<Record<string, Stage>>;

export type StageName = keyof typeof stages;

const everyStage = Object.entries(stages) as readonly (readonly [StageName, Stage])[];

/** Serves one request. It never throws: every error becomes a response. */
export async function execute(api: Api, request: ApiRequest): Promise<FinalResponse> {
  const exchange = new Exchange(api, request);
  exchange.notify('onRequest');
  const response = await exchange.within(() => serve(exchange));
  if (api.observer?.onResponse !== undefined) {
    const { error, startedAt } = exchange;
    const durationMs = performance.now() - startedAt;
    exchange.notify('onResponse', { status: response.status, size: sizeOf(response), error, durationMs });
  }
  return { ...response, instead: (failure) => respondWithError(exchange, failure) };
}

/** Size in bytes; null for a stream. */
function sizeOf({ body, headers }: ApiResponse): number | null {
  if (body === null) return 0;
  if (body instanceof Uint8Array) return body.byteLength;
  return typeof body === 'string' ? Number(headers.get('Content-Length') ?? Buffer.byteLength(body)) : null;
}

async function serve(exchange: Exchange): Promise<ApiResponse> {
  const { api, request, path } = exchange;
  try {
    open(exchange);
    const match = api.routes.find(request.method, path);
    if (match === null) return await respondUnmatched(exchange);
    exchange.enter(match.value, match.params);
    match.value.announceDeprecation?.(exchange.headers, match.params);
    const result = await runStages(exchange, match.value);
    return await respond(exchange, match.value, result);
  } catch (thrown) {
    return respondWithError(exchange, await countFailure(exchange, thrown));
  }
}

/** @param skipped stages that the request has already passed. */
export async function runStages(
  exchange: Exchange,
  operation: Operation,
  skipped?: ReadonlySet<StageName>,
): Promise<HandlerResult> {
  try {
    for (const [name, run] of everyStage) {
      if (skipped?.has(name) === true) continue;
      exchange.notify('onStage', name);
      const running = run(exchange, operation);
      if (running !== undefined) await running;
      if (exchange.result !== null) return exchange.result;
    }
  } catch (refusal) {
    // A 412 of the handler is what the check would say.
    if (refusal instanceof ApiError && refusal.code !== 'precondition_failed') await exchange.recordCheck?.();
    throw refusal;
  } finally {
    const isDeprecated = operation.policy.deprecated !== undefined || exchange.deprecatedFields.length > 0;
    if (isDeprecated) exchange.notify('onDeprecatedUse');
  }
  throw new Error(`${operation.policy.operationId} has no result.`);
}

/**
 * Counts a request that failed before it was counted. @returns the error of the response: that of the rate limit if it
 * is exceeded.
 */
async function countFailure(exchange: Exchange, thrown: unknown): Promise<unknown> {
  if (exchange.counted) return thrown;
  try {
    await countUnserved(exchange);
    return thrown;
  } catch (refusal) {
    return refusal;
  }
}
