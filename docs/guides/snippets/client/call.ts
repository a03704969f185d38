import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

export interface Connection {
  /** `http://127.0.0.1:3000/api/v1` */
  readonly baseUrl: string;
  readonly key: string;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Reply<T> {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined for 204 and 304. */
  readonly body: T;
}

/** A response that is not a success. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly fieldErrors: Readonly<Record<string, string>>;
  readonly requestId: string | null;

  constructor(status: number, requestId: string | null, body: string) {
    const { code = 'unknown', message = body, details } = errorIn(body);
    super(`${status} ${code}: ${message} (${requestId})`);
    this.status = status;
    this.code = code;
    this.fieldErrors = details?.fieldErrors ?? {};
    this.requestId = requestId;
  }
}

const maxAttempts = 6;

/** Sends a request and repeats what is worth repeating. */
export async function call<T>(
  { baseUrl, key }: Connection,
  method: string,
  path: string,
  { body, headers }: CallOptions = {},
): Promise<Reply<T>> {
  const request = {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      // The same for every attempt: the server does the work once.
      ...(method === 'POST' ? { 'Idempotency-Key': randomUUID() } : {}),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(`${baseUrl}${path}`, request).catch((error: unknown) => {
      if (attempt === maxAttempts) throw error;
      return null;
    });
    if (response?.ok || response?.status === 304) {
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
    }
    const failure = response === null ? null : await toFailure(response);
    if (failure !== null && (attempt === maxAttempts || !isWorthRepeating(failure))) throw failure;
    await delay(secondsUntilNext(response, attempt) * 1000);
  }
}

function isWorthRepeating({ status, code }: ApiFailure): boolean {
  return status === 429 || code === 'idempotency_in_progress' || [500, 502, 503, 504].includes(status);
}

/** What the server asks for, else 0.5, 1, 2, 4 … seconds, each up to half longer by chance. */
function secondsUntilNext(response: Response | null, attempt: number): number {
  const asked = Number(response?.headers.get('Retry-After') ?? Number.NaN);
  return asked >= 0 ? asked : 0.5 * 2 ** (attempt - 1) * (1 + Math.random() / 2);
}

async function toFailure(response: Response): Promise<ApiFailure> {
  return new ApiFailure(response.status, response.headers.get('X-Request-Id'), await response.text());
}

interface ErrorFields {
  readonly code?: string;
  readonly message?: string;
  readonly details?: { readonly fieldErrors?: Readonly<Record<string, string>> };
}

/** A proxy in between responds in its own words. */
function errorIn(body: string): ErrorFields {
  try {
    return (JSON.parse(body) as { error?: ErrorFields }).error ?? {};
  } catch {
    return {};
  }
}
