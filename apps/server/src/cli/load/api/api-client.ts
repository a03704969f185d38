import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { headerNames } from '@contract-kit/http-spec';
import { dataOf, ErrorBodySchema } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { ApiFailure } from './api-failure.ts';
import { paceMs, retryDelayMs } from './retry-schedule.ts';

export interface ApiClientOptions {
  /** Base address with `/api/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  /** How often one request is sent before it counts as failed; default 8. */
  readonly attempts?: number;
  /** Milliseconds until a request without an answer is given up and sent again; default two minutes. */
  readonly timeoutMs?: number;
  /** Waits; tests pass their own. */
  readonly wait?: (ms: number) => Promise<unknown>;
  /** Hears of each wait, with its cause. */
  readonly onWait?: (ms: number, cause: string) => void;
}

export interface ApiRequest<T extends z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Relative to the base address. */
  readonly path: string;
  /** The JSON text of the body. */
  readonly body?: string;
  /** What the `data` of the answer is. */
  readonly data: T;
}

/** Sends one request and gives the `data` of its answer. @throws ApiFailure */
export type ApiClient = <T extends z.ZodType>(request: ApiRequest<T>) => Promise<z.output<T>>;

/**
 * A client of the public API that keeps within the rate limit: it holds back when no request is left, waits as
 * `Retry-After` says, and retries what the document says to retry. Every POST carries an Idempotency-Key, the same
 * one on each attempt, so that a retry never writes twice. It sends one request at a time.
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { attempts = 8, timeoutMs = 120_000, wait = (ms) => sleep(ms), onWait = () => {} } = options;
  const baseUrl = options.baseUrl.replace(/\/$/, '');
  let heldBackMs = 0;

  const pause = async (ms: number, cause: string): Promise<void> => {
    if (ms <= 0) return;
    onWait(ms, cause);
    await wait(ms);
  };

  return async function call(request) {
    const name = `${request.method} ${request.path}`;
    const headers: Record<string, string> = { [headerNames.authorization]: `Bearer ${options.key}` };
    if (request.body !== undefined) headers['content-type'] = 'application/json';
    if (request.method === 'POST') headers[headerNames.idempotencyKey] = `load-${randomUUID()}`;
    for (let attempt = 1; ; attempt++) {
      await pause(heldBackMs, 'the rate limit');
      heldBackMs = 0;
      const answer = await send(`${baseUrl}${request.path}`, {
        method: request.method,
        headers,
        body: request.body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (answer.headers !== null) heldBackMs = paceMs(answer.headers, Date.now());
      if (answer.ok) return parseData(name, request.data, answer.text);
      const failure = toFailure(name, answer);
      const delayMs = retryDelayMs(answer.headers && { ...failure, headers: answer.headers }, attempt);
      if (delayMs === null || attempt === attempts) throw failure;
      await pause(Math.max(delayMs, heldBackMs), failure.code);
      heldBackMs = 0;
    }
  };
}

interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers | null;
  readonly text: string;
}

/** The answer with its whole body; a connection that fails is an answer without headers. */
async function send(url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, init);
    return { ok: response.ok, status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { ok: false, status: 0, headers: null, text: cause instanceof Error ? cause.message : String(cause) };
  }
}

const DataSchema = dataOf(z.unknown());

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseData<T extends z.ZodType>(name: string, schema: T, text: string): z.output<T> {
  const parsed = schema.safeParse(DataSchema.safeParse(parseJson(text)).data?.data);
  if (parsed.success) return parsed.data;
  const problem = parsed.error.issues[0];
  const message = `The response does not match the contract at data.${problem?.path.join('.')}: ${problem?.message}`;
  throw new ApiFailure(name, { status: 200, code: 'unexpected_response', message });
}

function toFailure(name: string, answer: Answer): ApiFailure {
  const { status, text } = answer;
  if (status === 0) return new ApiFailure(name, { status, code: 'no_response', message: text });
  const body = ErrorBodySchema.safeParse(parseJson(text));
  if (!body.success) {
    return new ApiFailure(name, { status, code: 'unexpected_response', message: 'The response has no error body.' });
  }
  const { code, message, details, requestId } = body.data.error;
  return new ApiFailure(name, { status, code, message, fieldErrors: details?.fieldErrors, requestId });
}
