import type { ClientRoute } from '../routes/route-table.ts';
import { isStreamedBody, type StreamedBody } from './streamed-body.ts';

/** The input of a call, whatever the operation. */
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

/** A request, the same for each attempt, so that the server does the work once. */
export interface PreparedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | FormData | StreamedBody | undefined;
}

/**
 * Makes a request from an operation's input.
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
  if (route.keyed) {
    headers.set('Idempotency-Key', request.idempotencyKey ?? crypto.randomUUID());
  }
  return {
    url: baseUrl.replace(/\/$/, '') + toPath(route.path, request.params ?? {}) + toQuery(request.query ?? {}),
    method: route.method,
    headers,
    body: toBody(request.body, route.bodyTypes, headers),
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

/** Sets the media type, except for a form, whose boundary `fetch` chooses. */
function toBody(body: unknown, bodyTypes: readonly string[], headers: Headers): PreparedRequest['body'] {
  if (body === undefined) return undefined;
  if (isStreamedBody(body)) {
    headers.set('Content-Type', body.contentType);
    return body;
  }
  const form = bodyTypes.includes('multipart/form-data') ? toFormData(body, bodyTypes) : null;
  if (form !== null) return form;
  const isLines = bodyTypes.includes(lines) && !bodyTypes.includes('application/json');
  headers.set('Content-Type', isLines ? lines : 'application/json');
  return isLines ? toLines(body) : JSON.stringify(body);
}

const lines = 'application/x-ndjson';

/** The items of a body's only list, for an operation that takes only JSON lines. */
function toLines(body: unknown): string {
  const items = Object.values(body as object).find(Array.isArray) ?? [];
  return items.map((item) => `${JSON.stringify(item)}\n`).join('');
}

/**
 * The body of an upload as a form, where files are `Blob`s or `File`s: `fs.openAsBlob(path)` reads one from disk while
 * it is sent. Null when it holds no file and the operation takes JSON as well.
 */
function toFormData(body: unknown, bodyTypes: readonly string[]): FormData | null {
  const entries = Object.entries(body as object).filter(([, value]) => value !== undefined);
  const hasFile = entries.some(([, value]) => value instanceof Blob);
  if (!hasFile && bodyTypes.includes('application/json')) return null;
  const form = new FormData();
  for (const [name, value] of entries) {
    form.append(name, value instanceof Blob || typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}
