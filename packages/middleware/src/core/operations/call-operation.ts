import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { invalidFields, parseIdempotencyKey } from '@contract-kit/http-spec';
import type { Identity } from '../../auth/authenticator.ts';
import { toErrorResponse } from '../../errors/error-response.ts';
import type { HandlerResult } from '../../handler-result.ts';
import type { ApiRequest, RequestHeaders, RequestView } from '../../request.ts';
import type { Api } from '../api.ts';
import { Exchange } from '../exchange.ts';
import { runStages, type StageName } from '../execute.ts';
import { renderJson } from '../responses/render-json.ts';

/** The input of an operation, as a client would put it into a request. */
export interface OperationCall {
  readonly operationId: string;
  /** Decoded path parameters. */
  readonly params?: Readonly<Record<string, string>>;
  /** Query parameters as text. */
  readonly query?: Readonly<Record<string, string>>;
  /** Header fields the operation declares. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON value. */
  readonly body?: unknown;
  /** Instead of a JSON value, for an operation that takes files. */
  readonly form?: FormData;
  readonly ifMatch?: string;
  readonly idempotencyKey?: string;
}

/** The request inside which an operation is called. */
export interface CallingRequest {
  readonly request: Pick<RequestView, 'signal' | 'peerAddress' | 'raw'>;
  readonly requestId: string;
  /** The caller; null without authentication. */
  readonly identity: Identity | null;
}

/** The stages that the outer request has already passed. */
const skipped: ReadonlySet<StageName> = new Set(['authenticate', 'count']);

/**
 * Runs an operation inside another request, with its caller and request id, through the same stages except those that
 * the other request has passed. It returns the result of the handler or of a replay, without rendering it.
 *
 * @throws the error of the operation as ApiError; TypeError when the operation does not exist.
 */
export async function callOperation(api: Api, call: OperationCall, within: CallingRequest): Promise<HandlerResult> {
  const operation = api.operations.get(call.operationId);
  if (operation === undefined) throw new TypeError(`The operation ${call.operationId} does not exist.`);
  const { params = {}, query = {}, idempotencyKey } = call;
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  const target = `${api.basePath}${path}${search === '' ? '' : `?${search}`}`;
  const request = new CallRequest(operation.method, target, await encodeBody(call), call, within);
  const exchange = new Exchange(api, request, within.requestId);
  exchange.identity = operation.schemes.length === 0 ? null : within.identity;
  exchange.enter(operation, params);
  const notify = (status: number, error: unknown) =>
    exchange.notify('onCall', { status, error, durationMs: performance.now() - exchange.startedAt });
  try {
    if (idempotencyKey !== undefined && parseIdempotencyKey(idempotencyKey) === null) {
      throw invalidFields({ idempotencyKey: 'Must be 1 to 255 visible ASCII characters.' });
    }
    const result = await runStages(exchange, operation, skipped);
    notify(result.status, null);
    return result;
  } catch (error) {
    notify(toErrorResponse(error, exchange.requestId, api.vocabulary).status, error);
    throw error;
  } finally {
    exchange.end();
  }
}

/** Encodes the body as in a request, so that it is read, limited and validated in the same way. */
async function encodeBody({ body, form }: OperationCall): Promise<Response> {
  const json = body === undefined ? null : await renderJson(body);
  return new Response(
    form ?? (json as ConstructorParameters<typeof Response>[0]),
    form === undefined ? { headers: { 'content-type': 'application/json' } } : {},
  );
}

function lowerCased(headers: Readonly<Record<string, string>> = {}): RequestHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

class CallRequest implements ApiRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: RequestHeaders;
  readonly #body: Response;
  readonly #within: CallingRequest;

  constructor(method: string, target: string, body: Response, call: OperationCall, within: CallingRequest) {
    this.method = method;
    this.target = target;
    this.#body = body;
    this.#within = within;
    this.headers = {
      ...lowerCased(call.headers),
      'content-type': body.headers.get('content-type') ?? undefined,
      'if-match': call.ifMatch,
      'idempotency-key': call.idempotencyKey,
    };
  }

  get signal(): AbortSignal {
    return this.#within.request.signal;
  }

  get peerAddress(): string | undefined {
    return this.#within.request.peerAddress;
  }

  get raw(): unknown {
    return this.#within.request.raw;
  }

  get hasBody(): boolean {
    return this.#body.body !== null;
  }

  headerLines(name: string): readonly string[] {
    const field = this.headers[name];
    return field === undefined ? [] : [field];
  }

  openBody(): Readable {
    return Readable.fromWeb(this.#body.body as ReadableStream);
  }
}
