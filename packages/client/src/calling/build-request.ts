import type { RoutePolicy } from '@contract-kit/http-spec';
import { toFormData } from './multipart-body.ts';

/** What a call said, whatever the operation. */
export interface CallRequest {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** A route, as far as requests are made of it. */
export interface ClientRoute {
  readonly method: string;
  readonly path: string;
  readonly policy: RoutePolicy;
}

/** What `fetch` is called with; the same for each attempt, so that the server does the work once. */
export interface PreparedRequest {
  readonly url: string;
  readonly init: { readonly method: string; readonly headers: Headers; readonly body?: string | FormData };
}

/**
 * Makes a request of an operation's input.
 *
 * @throws TypeError naming a path parameter that is missing.
 */
export function buildRequest(
  baseUrl: string,
  route: ClientRoute,
  request: CallRequest,
  fields: Readonly<Record<string, string>>,
): PreparedRequest {
  const headers = new Headers({ ...fields, ...request.headers });
  if (request.ifMatch !== undefined) headers.set('If-Match', request.ifMatch);
  if (request.ifNoneMatch !== undefined) headers.set('If-None-Match', request.ifNoneMatch);
  if (route.policy.idempotency === 'accepted') {
    headers.set('Idempotency-Key', request.idempotencyKey ?? crypto.randomUUID());
  }
  const body = toBody(route.policy, request.body, headers);
  return {
    url: baseUrl.replace(/\/$/, '') + toPath(route.path, request.params ?? {}) + toQuery(request.query ?? {}),
    init: { method: route.method, headers, ...(body !== undefined && { body }) },
  };
}

function toPath(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new TypeError(`${path} needs the parameter "${name}".`);
    return encodeURIComponent(value);
  });
}

function toQuery(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(given.map(([name, value]): [string, string] => [name, toText(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

function toText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.map(toText).join(',') : String(value);
}

function toBody(policy: RoutePolicy, body: unknown, headers: Headers): string | FormData | undefined {
  if (body === undefined || policy.bodyLimit === null) return undefined;
  const form = policy.bodyTypes.includes('multipart/form-data') ? toFormData(body, policy) : null;
  if (form !== null) return form;
  const lines = policy.bodyTypes.includes('application/json') ? undefined : policy.batch;
  headers.set('Content-Type', lines === undefined ? 'application/json' : 'application/x-ndjson');
  return lines === undefined ? JSON.stringify(body) : toJsonLines(body, lines.field);
}

/** The items of a batch whose operation takes lines of JSON alone. */
function toJsonLines(body: unknown, field: string): string {
  const items = (body as Readonly<Record<string, readonly unknown[]>>)[field] ?? [];
  return items.map((item) => `${JSON.stringify(item)}\n`).join('');
}
