import { performance } from 'node:perf_hooks';
import type { RoutePolicy } from '@contract-kit/http-spec';
import type { Identity } from '../auth/authenticator.ts';
import type { Caller } from '../auth/caller.ts';
import { parseQuery } from '../body/parse-query.ts';
import type { ReadBody } from '../body/read-body.ts';
import { noPreconditions, type Preconditions } from '../etag/preconditions.ts';
import type { HandlerResult } from '../handler-result.ts';
import type { IdempotencyOutcome } from '../idempotency/idempotency-store.ts';
import { type ApiRequest, splitTarget } from '../request.ts';
import { chooseRequestId } from '../request-id/request-id.ts';
import { ResponseHeaders } from '../response.ts';
import type { Api } from './api.ts';
import type { ObservedRequest, Observer } from './observer.ts';
import type { HandlerInput, Operation } from './operations/operation.ts';

/** The events of an observer. */
type Event = Exclude<keyof Observer, 'around'>;

/** The arguments of an event after its request. */
type Detail<Name extends Event> =
  Parameters<NonNullable<Observer[Name]>> extends [unknown, ...infer Rest] ? Rest : never;

/** One request and its state. Each stage fills in its own part. */
export class Exchange implements ObservedRequest {
  readonly api: Api;
  /** Milliseconds of `performance.now()`. */
  readonly startedAt = performance.now();
  readonly request: ApiRequest;
  readonly requestId: string;
  /** As sent, without the query. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly search: string;
  /** Header fields set by policies, for successes and errors. */
  readonly headers = new ResponseHeaders();

  #operation: Operation | null = null;
  /** Decoded path parameters. */
  params: Readonly<Record<string, string>> = {};
  /** The caller; null before authentication, and on operations without it. */
  identity: Identity | null = null;
  /** Whether authentication was attempted. */
  identified = false;
  /** Whether the request has been counted, so that no failure lacks the rate-limit headers. */
  counted = false;
  idempotencyKey: string | null = null;
  /** The body as sent, before any schema transformed it. */
  sent: ReadBody = { body: undefined };
  preconditions: Preconditions = noPreconditions;
  /** Looks up the record, for a request that is refused before its handler has; null if that is not needed. */
  recordCheck: (() => Promise<void>) | null = null;
  /** Dotted paths of the deprecated fields that were sent: `query.since`, `body.items.*.name`. */
  deprecatedFields: readonly string[] = [];
  idempotency: IdempotencyOutcome['kind'] | null = null;
  /** The last error an observer was told of. */
  error: unknown = null;
  /** The validated input. */
  input: HandlerInput = { params: {}, query: {}, headers: {}, body: undefined };
  /** Set by the stage that knows the outcome; no later stage runs. */
  result: HandlerResult | null = null;

  #query: ReturnType<typeof parseQuery> | null = null;

  constructor(api: Api, request: ApiRequest, requestId?: string) {
    this.api = api;
    this.request = request;
    this.requestId = requestId ?? chooseRequestId(request.headers['x-request-id'], api.generateRequestId);
    const { path, query } = splitTarget(request.target);
    this.path = path;
    this.search = query;
  }

  /** Query parameters as text. @throws ApiError `bad_request`, `validation_failed`. */
  get query(): ReturnType<typeof parseQuery> {
    this.#query ??= parseQuery(this.search);
    return this.#query;
  }

  get caller(): Caller | null {
    return this.identity?.caller ?? null;
  }

  get operation(): RoutePolicy | null {
    return this.#operation?.policy ?? null;
  }

  get route(): string | null {
    return this.#operation?.route ?? null;
  }

  /** The operation that serves the request is known. */
  enter(operation: Operation, params: Readonly<Record<string, string>>): void {
    this.#operation = operation;
    this.params = params;
  }

  /** What became of the Idempotency-Key. */
  settle(outcome: IdempotencyOutcome['kind']): void {
    this.idempotency = outcome;
    this.notify('onIdempotency', outcome);
  }

  /** The request failed, or the response that is being sent. */
  fail(error: unknown): void {
    this.error = error;
    this.notify('onError', error);
  }

  /** Notifies the observer. An error it throws does not affect the request. */
  notify<Name extends Event>(event: Name, ...detail: Detail<Name>): void {
    const { observer } = this.api;
    if (observer === undefined) return;
    try {
      (observer[event] as ((request: ObservedRequest, ...detail: Detail<Name>) => void) | undefined)?.call(
        observer,
        this,
        ...detail,
      );
    } catch (err) {
      this.#reportObserver(err);
    }
  }

  /** Serves the request within the observer's `around`. It is served exactly once, whatever the observer does. */
  async within<Result>(serve: () => Promise<Result>): Promise<Result> {
    const { observer } = this.api;
    if (observer?.around === undefined) return await serve();
    let served: Promise<Result> | undefined;
    const serveOnce = () => {
      served ??= serve();
      return served;
    };
    try {
      await observer.around(this, serveOnce);
    } catch (err) {
      this.#reportObserver(err);
    }
    return await serveOnce();
  }

  #reportObserver(err: unknown): void {
    this.api.logger.error({ err, requestId: this.requestId }, 'the observer failed');
  }

  /** Ends the request: received files that no handler kept are removed. */
  end(): void {
    const { release } = this.sent;
    this.sent = { body: this.sent.body };
    release?.().catch((err: unknown) => {
      this.api.logger.error({ err, requestId: this.requestId }, 'uploads were left behind');
    });
  }
}
