import type { EntityTagCondition, RoutePolicy } from '@contract-kit/http-spec';
import type { HeaderValuesOf } from '@contract-kit/http-spec/zod';
import type { z } from 'zod';
import type { ApiKeyCaller, Caller } from '../../auth/caller.ts';
import type { FileBody } from '../../files/file-body.ts';
import type { HandlerHeaders } from '../../handler-result.ts';
import type { RequestView } from '../../request.ts';
import type { AppRoute, AppRouter, ContractNoBodyType } from '../ts-rest.ts';

/** The context of every handler, in addition to the validated input. */
export interface BaseContext<C extends Caller | null = ApiKeyCaller> {
  /** Method, target, headers and address as they were sent. */
  readonly request: RequestView;
  /** What the contract states about the operation. */
  readonly operation: RoutePolicy;
  readonly requestId: string;
  /** Null on operations with `auth: 'none'`. */
  readonly caller: C;
  /** The parsed If-Match, for the `where version = …` of the change itself. Null when none was sent. */
  readonly ifMatch: EntityTagCondition | null;
  /** The parsed If-None-Match: with `*` a write may only create a record. Null when none was sent. */
  readonly ifNoneMatch: EntityTagCondition | null;
  /** Null when none was sent or the operation does not accept one. */
  readonly idempotencyKey: string | null;
  /** Aborts when the client disconnects before the response is complete. */
  readonly signal: AbortSignal;
}

type CallerOf<Route, C> = Route extends { readonly metadata: { readonly auth: readonly [] } } ? null : C;

/** One object instead of an intersection, which editors would show by its parts. */
type Flat<T> = { readonly [Key in keyof T]: T[Key] } & {};

/** `:id` and `:version` of `/notes/:id/versions/:version`. */
type PathNames<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Params<Route> = Route extends { readonly pathParams: infer Schema extends z.ZodType }
  ? { readonly params: z.output<Schema> }
  : Route extends { readonly path: infer Path }
    ? [PathNames<Path>] extends [never]
      ? object
      : { readonly params: { readonly [Name in PathNames<Path>]: string } }
    : object;

type Query<Route> = Route extends { readonly query: infer Schema extends z.ZodType }
  ? { readonly query: z.output<Schema> }
  : object;

type HeaderFields<Route> = Route extends { readonly headers: object }
  ? { readonly headers: HeaderValuesOf<Route> }
  : object;

type Body<Route> = Route extends { readonly body: infer Schema extends z.ZodType }
  ? { readonly body: z.output<Schema> }
  : object;

type InputOf<Route> = Params<Route> & Query<Route> & HeaderFields<Route> & Body<Route>;

/** The parts of the input a route has, as its schemas return them. */
export type HandlerInputOf<Route> = Flat<InputOf<Route>>;

/** The arguments of a route's handler. */
export type HandlerArgs<Route, Extra = object, C extends Caller = ApiKeyCaller> = Flat<
  InputOf<Route> & { readonly context: BaseContext<CallerOf<Route, C>> & Extra }
>;

/** The statuses that handlers return; the library makes 206 and 304 from their 200. */
type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 207 | 301 | 302 | 303 | 304 | 307 | 308;

/** A body that is not JSON. A stream is read as fast as the client reads, and ended when the client leaves. */
type OtherBody = string | Uint8Array | AsyncIterable<string | Uint8Array> | FileBody;

type BodyOf<Response> = Response extends ContractNoBodyType
  ? { readonly body?: undefined }
  : Response extends z.ZodType<Blob>
    ? { readonly body: OtherBody }
    : Response extends z.ZodType
      ? { readonly body: z.input<Response> }
      : { readonly body: OtherBody };

/**
 * The headers that the contract promises: `Location` of a record that a POST created, and `ETag` where the operation
 * has one.
 */
type PromisedHeaders<Route, Status> = (Route extends { readonly method: 'POST' }
  ? Status extends 201
    ? { readonly Location: string }
    : unknown
  : unknown) &
  (Route extends { readonly method: 'DELETE' }
    ? unknown
    : Route extends { readonly metadata: { readonly entityTag: 'read' | 'write' } }
      ? Status extends 200 | 201
        ? { readonly ETag: string }
        : unknown
      : unknown);

type HeadersOf<Promised> = unknown extends Promised
  ? { readonly headers?: HandlerHeaders }
  : { readonly headers: HandlerHeaders & Promised };

/**
 * What a handler of a route returns: one of the declared successes. Failures are thrown as `ApiError`. A body may be
 * `preRendered` text.
 */
export type HandlerResponse<Route> = Route extends { readonly responses: infer Responses }
  ? {
      [Status in keyof Responses & SuccessStatus]: Flat<
        { readonly status: Status } & HeadersOf<PromisedHeaders<Route, Status>> & BodyOf<Responses[Status]>
      >;
    }[keyof Responses & SuccessStatus]
  : never;

/** Implements one route. */
export type Handler<Args, Response> = (args: Args) => Promise<Response>;

/** Implements a route with `authorize: 'handler'`. */
export interface AuthorizedHandler<Input, C extends Caller, Args, Response> {
  /**
   * Authorizes a caller beyond its scopes, by the validated input. It runs for every request before its Idempotency-Key
   * is looked up, so that an unauthorized caller does not get a replay.
   *
   * @throws ApiError `forbidden`, or another code that the route declares.
   */
  readonly authorize: (caller: C, input: Input) => void | Promise<void>;
  readonly handle: Handler<Args, Response>;
}

/**
 * The implementation of one route. Its parts are computed here, so that editors show them instead of the route.
 *
 * @example
 * const create: HandlerFor<typeof contract.todos.create> = async ({ body }) => { … };
 */
export type HandlerFor<Route, Extra = object, C extends Caller = ApiKeyCaller> = Route extends {
  readonly metadata: { readonly authorize: 'handler' };
}
  ? AuthorizedHandler<HandlerInputOf<Route>, C, HandlerArgs<Route, Extra, C>, HandlerResponse<Route>>
  : Handler<HandlerArgs<Route, Extra, C>, HandlerResponse<Route>>;

/**
 * One handler for each route of a contract, in the same tree; a missing one does not compile, nor does a missing
 * `authorize` of a route that needs it.
 *
 * @typeParam Extra what `createContext` adds to the context of each handler.
 * @typeParam C the callers the authentication schemes know.
 */
export type Handlers<Contract extends AppRouter, Extra = object, C extends Caller = ApiKeyCaller> = {
  readonly [Key in keyof Contract]: Contract[Key] extends AppRoute
    ? HandlerFor<Contract[Key], Extra, C>
    : Contract[Key] extends AppRouter
      ? Handlers<Contract[Key], Extra, C>
      : never;
};
