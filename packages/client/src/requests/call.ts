import { toApiRequestError } from '../responses/api-request-error.ts';
import { type ApiResponse, toApiResponse } from '../responses/api-response.ts';
import type { ReadError } from '../responses/read-error.ts';
import type { RetryPolicy } from '../retries/retry-options.ts';
import { backoff, type FailedResponse, waitBeforeRetry } from '../retries/wait-before-retry.ts';
import type { ClientRoute, RouteTable } from '../routes/route-table.ts';
import { type AttemptOptions, attemptRequest } from './attempt.ts';
import { buildRequest, type CallRequest, type PreparedRequest } from './build-request.ts';
import { ConnectionError } from './connection-error.ts';
import { readDeprecation, warnOfDeprecation } from './deprecation.ts';
import type { Hooks } from './hooks.ts';
import { isStreamedBody } from './streamed-body.ts';

/** What all calls of a client share. */
export interface CallSettings {
  readonly baseUrl: string;
  readonly readError: ReadError;
  /** Codes whose retry differs from that of their status. */
  readonly retryOfCode: RouteTable<unknown>['retry'];
  readonly fetch: typeof fetch;
  readonly hooks: Hooks;
  /** Ids of deprecated operations that have been reported. */
  readonly reported: Set<string>;
  /** Header fields of each request; evaluated once per call. */
  readonly fields: () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** Calls an operation and repeats what the server asks to repeat, with the same idempotency key. */
export async function call(
  settings: CallSettings,
  route: ClientRoute,
  request: CallRequest,
): Promise<ApiResponse<number, unknown>> {
  const { operationId } = route;
  const { signal, timeoutMs = settings.timeoutMs } = request;
  const prepared = buildRequest(settings.baseUrl, route, request, await settings.fields());
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryOnce(prepared, { ...settings, operationId, attempt, timeoutMs, signal });
    if ('response' in outcome) return outcome.response;
    const waitMs = waitFor(outcome, attempt, settings, prepared);
    if (waitMs === null) throw outcome.error;
    settings.hooks.onRetry?.({ operationId, attempts: attempt, waitMs, error: outcome.error });
    await sleep(waitMs, signal);
  }
}

type Outcome = { readonly response: ApiResponse<number, unknown> } | Failure;
interface Failure {
  readonly error: Error;
  /** Null when there was no response. */
  readonly failed: FailedResponse | null;
}

async function tryOnce(
  request: PreparedRequest,
  options: AttemptOptions & Pick<CallSettings, 'readError' | 'retryOfCode' | 'reported'>,
): Promise<Outcome> {
  const { operationId, readError, retryOfCode } = options;
  try {
    const received = await attemptRequest(request, options);
    const { response } = received;
    reportDeprecation(response, options);
    if (received.ok) return { response: toApiResponse(response, received.body) };
    const error = toApiRequestError(operationId, response, received.text, readError);
    const { status, code } = error;
    const retry = Object.hasOwn(retryOfCode, code) ? retryOfCode[code] : undefined;
    return { error, failed: { status, retry, retryAfter: response.headers.get('retry-after') } };
  } catch (error) {
    if (error instanceof ConnectionError) return { error, failed: null };
    throw error;
  }
}

/** Reports a deprecated operation once, when a response first says so. */
function reportDeprecation(
  { headers }: Response,
  { operationId, hooks, reported }: Pick<AttemptOptions & CallSettings, 'operationId' | 'hooks' | 'reported'>,
): void {
  const { onDeprecated = warnOfDeprecation } = hooks;
  if (onDeprecated === false || reported.has(operationId)) return;
  const notice = readDeprecation(operationId, headers);
  if (notice === null) return;
  reported.add(operationId);
  onDeprecated(notice);
}

function waitFor(
  { failed }: Failure,
  attempts: number,
  { retry, random }: CallSettings,
  { method, headers, body }: PreparedRequest,
): number | null {
  if (isStreamedBody(body) && !body.repeatable) return null;
  if (failed !== null) return waitBeforeRetry(failed, attempts, retry, random, Date.now());
  const harmless = /^(GET|PUT|DELETE)$/.test(method) || headers.has('idempotency-key');
  return retry.connectionErrors && harmless && attempts < retry.attempts ? backoff(attempts, retry, random) : null;
}

/** Resolves after the time; rejects with the signal's reason when it aborts first. */
function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
