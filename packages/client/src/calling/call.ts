import type { ErrorForm } from '@contract-kit/http-spec';
import { type Answer, toAnswer } from '../answering/answer.ts';
import { toApiRequestError } from '../answering/api-request-error.ts';
import type { RetryPolicy } from '../retrying/retry-options.ts';
import { sleep } from '../retrying/sleep.ts';
import { backoff, type RepeatableAnswer, waitBeforeRetry } from '../retrying/wait-before-retry.ts';
import { type AttemptOptions, attempt } from './attempt.ts';
import { buildRequest, type CallRequest, type ClientRoute, type PreparedRequest } from './build-request.ts';
import { ConnectionError } from './connection-error.ts';

/** What all calls of a client share. */
export interface CallSettings {
  readonly baseUrl: string;
  /** How the contract's errors look, and which are worth another attempt. */
  readonly errorForm: ErrorForm;
  readonly fetch: typeof fetch;
  /** Header fields of each request; asked once a call. */
  readonly fields: () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly onRetry: (retry: RetryNotice) => void;
}

/** Told before each further attempt. */
export interface RetryNotice {
  readonly operationId: string;
  /** The attempts made so far. */
  readonly attempts: number;
  readonly waitMs: number;
  /** Why: the failed answer, or the lost connection. */
  readonly error: Error;
}

/** Calls an operation and repeats what the server asks to repeat, with the same idempotency key. */
export async function call(
  settings: CallSettings,
  route: ClientRoute,
  request: CallRequest,
): Promise<Answer<number, unknown>> {
  const { operationId } = route.policy;
  const { signal, timeoutMs = settings.timeoutMs } = request;
  const prepared = buildRequest(settings.baseUrl, route, request, await settings.fields());
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await tryOnce(prepared, { ...settings, operationId, timeoutMs, signal });
    if ('answer' in outcome) return outcome.answer;
    const waitMs = waitFor(outcome, attempts, settings, prepared);
    if (waitMs === null) throw outcome.error;
    settings.onRetry({ operationId, attempts, waitMs, error: outcome.error });
    await sleep(waitMs, signal);
  }
}

type Outcome = { readonly answer: Answer<number, unknown> } | Failure;
interface Failure {
  readonly error: Error;
  /** Null when there was no answer. */
  readonly failed: RepeatableAnswer | null;
}

async function tryOnce(
  request: PreparedRequest,
  options: AttemptOptions & Pick<CallSettings, 'errorForm'>,
): Promise<Outcome> {
  try {
    const received = await attempt(request, options);
    const { response } = received;
    if (received.ok) return { answer: toAnswer(response, received.body) };
    const { errors, envelope } = options.errorForm;
    const error = toApiRequestError(options.operationId, response, received.text, envelope);
    const { status, code } = error;
    const retry = Object.hasOwn(errors, code) ? errors[code]?.retry : undefined;
    return { error, failed: { status, retry, retryAfter: response.headers.get('retry-after') } };
  } catch (error) {
    if (error instanceof ConnectionError) return { error, failed: null };
    throw error;
  }
}

function waitFor(
  { failed }: Failure,
  attempts: number,
  { retry, random }: CallSettings,
  { init }: PreparedRequest,
): number | null {
  if (failed !== null) return waitBeforeRetry(failed, attempts, retry, random, Date.now());
  const harmless = /^(GET|PUT|DELETE)$/.test(init.method) || init.headers.has('idempotency-key');
  return retry.connectionErrors && harmless && attempts < retry.attempts ? backoff(attempts, retry, random) : null;
}
