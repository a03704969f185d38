import type { DetailsSchema, ErrorTable, vocabularyKey } from '@contract-kit/http-spec';
import type { z } from 'zod';
import type { StreamedBody } from './requests/streamed-body.ts';
import type { ApiRequestError } from './responses/api-request-error.ts';
import type { ApiResponse, NotModified } from './responses/api-response.ts';
import type { DownloadedFile } from './responses/downloaded-file.ts';
import type { AppRoute, AppRouter } from './ts-rest.ts';

/** Typed calls in the contract's own tree: `client.todos.get`. */
export type Client<Contract extends AppRouter> = {
  readonly [Key in keyof Contract]: Contract[Key] extends AppRoute
    ? OperationOf<Contract[Key]>
    : Contract[Key] extends AppRouter
      ? Client<Contract[Key]>
      : never;
};

/** The call of one route. Its parts are computed here, so that editors show them instead of the route. */
export type OperationOf<Route> = Route extends { readonly metadata: { readonly entityTag: 'read' } }
  ? ConditionalOperation<RequestOf<Route>, ResponsesOf<Route>, ErrorCodeOf<Route>, ErrorDetailsOf<Route>> &
      (ResponsesOf<Route> extends { readonly body: ListBody } ? Paging<RequestOf<Route>, ResponsesOf<Route>> : unknown)
  : ResponsesOf<Route> extends { readonly body: ListBody }
    ? ListOperation<RequestOf<Route>, ResponsesOf<Route>, ErrorCodeOf<Route>, ErrorDetailsOf<Route>>
    : Operation<RequestOf<Route>, ResponsesOf<Route>, ErrorCodeOf<Route>, ErrorDetailsOf<Route>>;

/**
 * One operation of the contract.
 *
 * @typeParam Details of the codes that declare them, by code.
 */
export interface Operation<Request, Success, Code extends string, Details> {
  (...request: Arguments<Request>): Promise<Success>;
  readonly operationId: string;
  /**
   * The same call, but failures are returned as values: those the contract declares for this operation, by code.
   * Failures without a response (a lost connection, a timeout, an abort) are still thrown.
   */
  readonly safe: (...request: Arguments<Request>) => Promise<SafeResult<Success, Code, Details>>;
}

/** A read with an entity tag may find that nothing changed. */
export interface ConditionalOperation<Request, Success, Code extends string, Details>
  extends Operation<Request, Success, Code, Details> {
  (request: Request & { readonly ifNoneMatch: string }): Promise<Success | NotModified>;
  (...request: Arguments<Request>): Promise<Success>;
}

/** A list, with ways to read it beyond its first page. */
export interface ListOperation<Request, Success, Code extends string, Details>
  extends Operation<Request, Success, Code, Details>,
    Paging<Request, Success> {}

/** Ways to read a list beyond its first page. */
export interface Paging<Request, Success> {
  /** Every page from the requested one on, by cursor where the list has one. */
  readonly pages: (...request: Arguments<Request>) => AsyncIterableIterator<Success>;
  /** Every record from the requested page on; the next page is fetched after the last record of the current one. */
  readonly each: (...request: Arguments<Request>) => AsyncIterableIterator<ItemOf<Success>>;
}

/** The request may be omitted where nothing is required. */
type Arguments<Request> = object extends Request ? [request?: Request] : [request: Request];

/** Options of every call, in addition to the operation's input. */
export interface CallOptions {
  /**
   * Aborts the call: an attempt, the wait for the next one, or the reading of a file. The call rejects with the
   * signal's reason, a `TimeoutError` for `AbortSignal.timeout(ms)`.
   */
  readonly signal?: AbortSignal;
  /**
   * Milliseconds one attempt may take, including sending its body; for a file, until its first byte. A call whose last
   * attempt took longer rejects with a `ConnectionError` whose reason is `timeout`. Default: the client's.
   */
  readonly timeoutMs?: number;
}

type KeyOption<Route> = Route extends { readonly metadata: { readonly idempotency: 'accepted' } }
  ? {
      /**
       * Default: a new one for each call, the same for its attempts. Pass one that you have stored to be safe across
       * restarts.
       */
      readonly idempotencyKey?: string;
    }
  : object;

type TagOption<Route> = Route extends {
  readonly metadata: { readonly entityTag: 'write'; readonly ifMatch: 'required' };
}
  ? {
      /**
       * The tag of the version the change is meant for; the response for another version is 412. `*`: any that exists.
       */
      readonly ifMatch: string;
    }
  : Route extends { readonly metadata: { readonly entityTag: 'write' } }
    ? {
        /**
         * The tag of the version the change is meant for; the response for another version is 412. `*`: any that
         * exists.
         */
        readonly ifMatch?: string;
        /** `*`: only if it does not exist yet. */
        readonly ifNoneMatch?: string;
      }
    : object;

/** `:id` and `:version` of `/notes/:id/versions/:version`. */
type PathNames<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Params<Route> = Route extends { readonly path: infer Path }
  ? [PathNames<Path>] extends [never]
    ? object
    : { readonly params: { readonly [Name in PathNames<Path>]: string | number } }
  : object;

/** A parameter as the contract reads it, or as written in the URL: `['a', 'b']` or `'a,b'`. */
type QueryValues<Schema extends z.ZodType> = {
  readonly [Name in keyof z.input<Schema>]: z.input<Schema>[Name] | ValueOf<z.output<Schema>, Name>;
};
type ValueOf<Output, Name> = Name extends keyof Output ? Output[Name] : never;

type Query<Route> = Route extends { readonly query: infer Schema extends z.ZodType }
  ? object extends z.input<Schema>
    ? { readonly query?: QueryValues<Schema> }
    : { readonly query: QueryValues<Schema> }
  : object;

type Body<Route> = Route extends { readonly body: infer Schema extends z.ZodType }
  ? undefined extends z.input<Schema>
    ? { readonly body?: z.input<Schema> | StreamedBody<z.input<Schema>> }
    : { readonly body: z.input<Schema> | StreamedBody<z.input<Schema>> }
  : object;

/** Declared header fields by name, and any others. */
type HeadersOption<Route> = Route extends {
  readonly headers: infer Schemas extends Readonly<Record<string, z.ZodType>>;
}
  ? object extends HeaderValues<Schemas>
    ? { readonly headers?: HeaderValues<Schemas> & Readonly<Record<string, string>> }
    : { readonly headers: HeaderValues<Schemas> & Readonly<Record<string, string>> }
  : { readonly headers?: Readonly<Record<string, string>> };

type HeaderValues<Schemas extends Readonly<Record<string, z.ZodType>>> = {
  readonly [Name in keyof Schemas as undefined extends z.input<Schemas[Name]> ? never : Name]: z.input<Schemas[Name]>;
} & {
  readonly [Name in keyof Schemas as undefined extends z.input<Schemas[Name]> ? Name : never]?: z.input<Schemas[Name]>;
};

/** The input of a call. */
export type RequestOf<Route> = Flat<
  Params<Route> & Query<Route> & Body<Route> & KeyOption<Route> & TagOption<Route> & HeadersOption<Route> & CallOptions
>;

/** One object instead of an intersection, which editors would show by its parts. */
type Flat<T> = { readonly [Key in keyof T]: T[Key] } & {};

type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 206 | 207;

type BodyOf<Response> = Response extends z.ZodType
  ? [z.output<Response>] extends [Blob]
    ? DownloadedFile
    : z.output<Response>
  : Response extends { readonly contentType: string }
    ? DownloadedFile
    : undefined;

/** The successes the contract declares, told apart by `status`. */
export type ResponsesOf<Route> = Route extends { readonly responses: infer Responses }
  ? {
      [Status in keyof Responses & SuccessStatus]: ApiResponse<Status, BodyOf<Responses[Status]>>;
    }[keyof Responses & SuccessStatus]
  : never;

/** The error codes the contract declares for an operation. */
export type ErrorCodeOf<Route> = Route extends {
  readonly metadata: { readonly errors: readonly (infer Code extends string)[] };
}
  ? Code
  : string;

/** The types of `details` of an operation's errors, by code. */
export type ErrorDetailsOf<Route> = Route extends {
  readonly metadata: { readonly [vocabularyKey]: { readonly errors: infer Errors extends ErrorTable } };
}
  ? {
      readonly [Code in ErrorCodeOf<Route> & keyof Errors as Errors[Code] extends { readonly details: DetailsSchema }
        ? Code
        : never]: DetailsOf<Errors[Code]>;
    }
  : object;

type DetailsOf<Definition> = Definition extends { readonly details: infer Schema extends DetailsSchema }
  ? NonNullable<Schema['~standard']['types']>['output']
  : never;

/** A failure of a call, told apart by `code`. */
export type CallError<Code extends string, Details> = Code extends keyof Details
  ? ApiRequestError<Code, Details[Code]>
  : ApiRequestError<Code>;

/** The outcome of a call whose failures are values. */
export type SafeResult<Success, Code extends string, Details> =
  | { readonly ok: true; readonly response: Success }
  | { readonly ok: false; readonly error: CallError<Code | 'unknown', Details> };

type ListBody = { readonly data: readonly unknown[]; readonly pagination: object };

/** A record of a list. */
export type ItemOf<Success> = Success extends { readonly body: { readonly data: readonly (infer Item)[] } }
  ? Item
  : never;
