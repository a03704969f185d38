import type { Readable } from 'node:stream';
import type { EntityTagCondition } from '@contract-kit/http-spec';
import type { AppRoute, AppRouter, ContractNoBodyType, ServerInferRequest } from '@ts-rest/core';
import type { z } from 'zod';
import type { Caller } from '../auth/caller.ts';
import type { FileBody } from '../files/file-body.ts';

/** What every handler knows about its request beside the validated input. */
export interface BaseContext<C = Caller> {
  readonly requestId: string;
  /** Null on routes with `auth: 'none'`. */
  readonly caller: C;
  /** The parsed If-Match, for the `where version = …` of the change itself. Null when none was sent. */
  readonly ifMatch: EntityTagCondition | null;
  /** The parsed If-None-Match: with `*` a write is to create and never to change. Null when none was sent. */
  readonly ifNoneMatch: EntityTagCondition | null;
  /** Null when none was sent or the route takes none. */
  readonly idempotencyKey: string | null;
  /** Aborts when the client goes away before the answer is complete. */
  readonly signal: AbortSignal;
}

type CallerOf<Route> = Route extends { readonly metadata: { readonly auth: readonly [] } } ? null : Caller;

/** Params, query and body as the contract's schemas return them; only those the route has. */
type RequestOf<Route> = Route extends AppRoute ? Omit<ServerInferRequest<Route>, 'headers'> : never;

/** What a handler of a route is called with. */
export type HandlerArgs<Route, Extra = object> = RequestOf<Route> & {
  readonly context: BaseContext<CallerOf<Route>> & Extra;
};

/** What handlers answer with; 206 is made of their 200 by the pipeline. */
type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 207 | 301 | 302 | 303 | 304 | 307 | 308;

/** What goes out for a body of another content type than JSON. */
type OtherBody = string | Uint8Array | Readable | FileBody;

type BodyOf<Response> = Response extends ContractNoBodyType
  ? { readonly body?: undefined }
  : Response extends z.ZodType<Blob>
    ? { readonly body: OtherBody }
    : Response extends z.ZodType
      ? { readonly body: z.input<Response> }
      : { readonly body: OtherBody };

/**
 * What a handler of a route returns: one of the declared successes. Failures are thrown as `ApiError`. A body may
 * be `preRendered` text.
 */
export type HandlerAnswer<Route> = Route extends { readonly responses: infer Responses }
  ? {
      [Status in keyof Responses & SuccessStatus]: {
        readonly status: Status;
        readonly headers?: Readonly<Record<string, string>>;
      } & BodyOf<Responses[Status]>;
    }[keyof Responses & SuccessStatus]
  : never;

/** Implements one route. */
export type Handler<Route, Extra = object> = (args: HandlerArgs<Route, Extra>) => Promise<HandlerAnswer<Route>>;

/** Params, query and body as a caller is judged by them. */
export type AuthorizedInput<Route> = RequestOf<Route>;

/** Implements a route with `authorize: 'handler'`. */
export interface AuthorizedHandler<Route, Extra = object> {
  /**
   * Judges a caller beyond its scopes. It runs for every request, before its Idempotency-Key is looked up: a caller that
   * may not do it gets no replay of what another one did.
   *
   * @throws ApiError `forbidden`, or what else the route declares.
   */
  readonly authorize: (caller: Caller, input: AuthorizedInput<Route>) => void | Promise<void>;
  readonly handle: Handler<Route, Extra>;
}

type HandlerFor<Route, Extra> = Route extends { readonly metadata: { readonly authorize: 'handler' } }
  ? AuthorizedHandler<Route, Extra>
  : Handler<Route, Extra>;

/**
 * One handler for each route of a contract, in the same tree; a missing one does not compile, nor does a missing
 * `authorize` of a route that needs it.
 */
export type Handlers<Contract extends AppRouter, Extra = object> = {
  readonly [Key in keyof Contract]: Contract[Key] extends AppRoute
    ? HandlerFor<Contract[Key], Extra>
    : Contract[Key] extends AppRouter
      ? Handlers<Contract[Key], Extra>
      : never;
};
