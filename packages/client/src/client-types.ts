import type { StandardErrorCode } from '@contract-kit/http-spec';
import type { z } from 'zod';
import type { Answer, NotModified } from './answering/answer.ts';
import type { ApiRequestError } from './answering/api-request-error.ts';
import type { DownloadedFile } from './answering/downloaded-file.ts';
import type { AppRoute, AppRouter } from './ts-rest.ts';

/** Typed calls in the contract's own tree: `client.products.get`. */
export type Client<Contract extends AppRouter> = {
  readonly [Key in keyof Contract]: Contract[Key] extends AppRoute
    ? Operation<Contract[Key]>
    : Contract[Key] extends AppRouter
      ? Client<Contract[Key]>
      : never;
};

/** One operation of the contract. */
export type Operation<Route> = Call<Route> & {
  /**
   * The same call, whose failures are values: those the contract declares for this operation, by code. Failures that
   * are no answers (a lost connection, a timeout, an abort) are still thrown.
   */
  readonly safe: (...request: RequestArgs<Route>) => Promise<SafeResult<Route>>;
} & (IsList<Route> extends true ? Paging<Route> : object);

/** Ways to read a list beyond its first page. */
export interface Paging<Route> {
  /** Every page from the asked one on, by cursor where the list has one. */
  readonly pages: (...request: RequestArgs<Route>) => AsyncIterableIterator<Answers<Route>>;
  /** Every record from the asked page on; the next page is asked for when the last record of one was taken. */
  readonly each: (...request: RequestArgs<Route>) => AsyncIterableIterator<ItemOf<Route>>;
}

type PlainCall<Route> = (...request: RequestArgs<Route>) => Promise<Answers<Route>>;

/** A read with an entity tag may answer that nothing changed. */
interface ConditionalCall<Route> {
  (request: RequestOf<Route> & { readonly ifNoneMatch: string }): Promise<Answers<Route> | NotModified>;
  (...request: RequestArgs<Route>): Promise<Answers<Route>>;
}

type Call<Route> = Route extends { readonly metadata: { readonly entityTag: 'read' } }
  ? ConditionalCall<Route>
  : PlainCall<Route>;

/** What every call may say beside the operation's own input. */
export interface CallOptions {
  /** Ends the call, its waiting between attempts included. */
  readonly signal?: AbortSignal;
  /** Milliseconds one attempt may take; for a file, until its first byte. Default: the client's. */
  readonly timeoutMs?: number;
  /** Further header fields. */
  readonly headers?: Readonly<Record<string, string>>;
}

type KeyOption<Route> = Route extends { readonly metadata: { readonly idempotency: 'accepted' } }
  ? {
      /** Default: a new one for each call, the same for its attempts. Give one that outlives the process to be safe across restarts. */
      readonly idempotencyKey?: string;
    }
  : object;

type TagOption<Route> = Route extends { readonly metadata: { readonly entityTag: 'write' } }
  ? {
      /** The tag of the version the change is meant for; another version answers 412. `*`: any that exists. */
      readonly ifMatch?: string;
      /** `*`: only if it does not exist yet. */
      readonly ifNoneMatch?: string;
    }
  : object;

/** `:id` and `:version` of `/products/:id/versions/:version`. */
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

/** A parameter as the contract reads it, or as it is written in the address: `['a', 'b']` or `'a,b'`. */
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
    ? { readonly body?: z.input<Schema> }
    : { readonly body: z.input<Schema> }
  : object;

/** Everything a call of the operation can say. */
export type RequestOf<Route> = Params<Route> &
  Query<Route> &
  Body<Route> &
  KeyOption<Route> &
  TagOption<Route> &
  CallOptions;

/** The request may be left out where it needs nothing. */
export type RequestArgs<Route> =
  object extends RequestOf<Route> ? [request?: RequestOf<Route>] : [request: RequestOf<Route>];

type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 206 | 207;

type BodyOf<Response> = Response extends z.ZodType
  ? [z.output<Response>] extends [Blob]
    ? DownloadedFile
    : z.output<Response>
  : Response extends { readonly contentType: string }
    ? DownloadedFile
    : undefined;

/** The successes the contract declares, told apart by `status`. */
export type Answers<Route> = Route extends { readonly responses: infer Responses }
  ? {
      [Status in keyof Responses & SuccessStatus]: Answer<Status, BodyOf<Responses[Status]>>;
    }[keyof Responses & SuccessStatus]
  : never;

/** The error codes the contract declares for an operation. */
export type ErrorCodeOf<Route> = Route extends {
  readonly metadata: { readonly errors: readonly (infer Code extends string)[] };
}
  ? Code
  : StandardErrorCode;

/** The outcome of a call whose failures are values. */
export type SafeResult<Route> =
  | { readonly ok: true; readonly answer: Answers<Route> }
  | { readonly ok: false; readonly error: ApiRequestError<ErrorCodeOf<Route> | 'unknown'> };

type ListBody = { readonly data: readonly unknown[]; readonly pagination: object };
type IsList<Route> = Answers<Route> extends { readonly body: ListBody } ? true : false;

/** A record of a list. */
export type ItemOf<Route> =
  Answers<Route> extends { readonly body: { readonly data: readonly (infer Item)[] } } ? Item : never;
