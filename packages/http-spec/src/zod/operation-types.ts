import type { z } from 'zod';
import type { ApiError, ApiErrorOptions } from '../errors/api-error.ts';
import type { DetailsSchema, ErrorDefinition, ErrorTable } from '../errors/error-table.ts';
import type { Deprecation } from '../policy/deprecation.ts';
import type { JsonBounds } from '../policy/json-bounds.ts';
import type { NoTools, RoutePolicy, ToolPolicy, vocabularyKey } from '../policy/route-policy.ts';
import type { Vocabulary } from '../policy/vocabulary.ts';

/** The vocabulary of an API as types: the names its operations may use. */
export interface Words {
  readonly errors: ErrorTable;
  readonly scheme: string;
  readonly limit: string;
  readonly scope: string;
  readonly errorBody: unknown;
  /** `stated`: every operation must declare its tools for assistants, or why it has none. */
  readonly tools?: 'stated' | undefined;
}

type CodeOf<W extends Words> = keyof W['errors'] & string;

/** A response of another content type than JSON. */
export interface OtherContent {
  readonly contentType: string;
  readonly body: unknown;
}

/** What you declare for a route; the rest of its {@link RoutePolicy} and its error responses are derived. */
export interface OperationInput<W extends Words = Words> {
  /** Operation id: `todos.create`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** ts-rest path with `:params`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  /**
   * Clients should call something else: each response says since when, and what. With a `sunset` the operation fails
   * with 410 from that date on.
   *
   * @example
   * deprecated: { since: '2026-11-01', sunset: '2027-05-01', successor: 'todos.search' },
   */
  readonly deprecated?: Deprecation;
  /** The accepted authentication scheme, or several of which one is enough. Default: the first of the API. */
  readonly auth?: 'none' | W['scheme'] | readonly [W['scheme'], ...W['scheme'][]];
  /** Every scope the caller needs. */
  readonly scopes?: readonly W['scope'][];
  /** Scopes of which one is enough: `['jobs:read', 'imports:write']`. */
  readonly anyScopes?: readonly W['scope'][];
  /**
   * How callers are authorized: by scopes alone, or also by the handler's `authorize(caller, input)`. Default `scopes`.
   * Required where a response that is stored for an Idempotency-Key shows a secret.
   */
  readonly authorize?: 'scopes' | 'handler';
  /** The rate limit requests count against, or several that must all admit a request. Default: the first of the API. */
  readonly limit?: W['limit'] | readonly [W['limit'], ...W['limit'][]];
  /** Whether an Idempotency-Key is honoured, by any method that changes something. Default `none`. */
  readonly idempotency?: RoutePolicy['idempotency'];
  /** Which requests may have a large response: `{}` for all of them. */
  readonly largeResponse?: RoutePolicy['largeResponse'];
  /** `required` is `write` with a mandatory If-Match. Default `none`. */
  readonly entityTag?: RoutePolicy['entityTag'] | 'required';
  /** The kind of record the path names. Needed by every path with a parameter. */
  readonly resource?: string;
  readonly missing?: RoutePolicy['missing'];
  /** The 200 of this GET is a file that supports ranges: adds 206, 304 and 416. */
  readonly ranges?: true;
  readonly pathParams?: z.ZodType;
  readonly query?: z.ZodType;
  /** Request header fields in addition to those its policies read, each with a schema of its text. */
  readonly headers?: Readonly<Record<string, z.ZodType<unknown, string | undefined>>>;
  /** A schema, or ts-rest's `noBody()` for a change that takes none. */
  readonly body?: z.ZodType | symbol;
  /** Bytes, files not counted; default 1 MiB where there is a body. */
  readonly bodyLimit?: number;
  /** Bounds of a JSON body beyond its bytes, where the defaults do not fit: `{ members: 1_000 }`. */
  readonly bodyBounds?: Partial<JsonBounds>;
  /** Bytes of an element of the list whose items are `deferred()`; default 1 MiB, and never more than `bodyLimit`. */
  readonly itemLimit?: number;
  /** Bounds of such an element beyond its bytes, where the defaults do not fit. */
  readonly itemBounds?: Partial<JsonBounds>;
  /** Default: those of `byMediaType()`, multipart for a body with file parts, else JSON. */
  readonly bodyTypes?: readonly string[];
  /** Bytes of the largest file. Needed by a body with file parts. */
  readonly fileLimit?: number;
  /** Success responses only: a schema, ts-rest's `noBody()`, or its `otherResponse()` for what is not JSON. */
  readonly responses: Readonly<Record<number, z.ZodType | symbol | OtherContent>>;
  /** Codes in addition to those of its policies: `conflict`, and codes of the API. */
  readonly errors?: readonly CodeOf<W>[];
  /** The MCP tools that call the operation, or why there are none. */
  readonly tools?: readonly ToolPolicy[] | NoTools;
}

/** What an operation must declare in an API with `tools: 'stated'`. */
type StatedTools<W extends Words> = W extends { readonly tools: 'stated' }
  ? { readonly tools: readonly ToolPolicy[] | NoTools }
  : unknown;

/** Makes an unknown property of `operation()` a type error, spread or not. */
type NothingElse<T> = {
  readonly [Name in Exclude<keyof T, keyof OperationInput>]: `operation() has no property "${Name & string}"`;
};

/** Defines one ts-rest route with its policies, in the vocabulary of one API. */
export type CreateOperation<W extends Words> = <const T extends OperationInput<W> & StatedTools<W>>(
  input: T & NothingElse<T>,
) => Operation<T, W>;

/**
 * The codes derived for an input: `policyErrors()` as a type, and those the input names. It is a conditional type so
 * that editors show the codes and not the input.
 */
export type OperationErrorCode<T> = T extends unknown
  ?
      | 'bad_request'
      | 'rate_limited'
      | 'internal_error'
      | (T extends { readonly auth: 'none' } ? never : 'unauthorized')
      | (T extends { readonly deprecated: { readonly sunset: string } } ? 'operation_retired' : never)
      | (T extends
          | { readonly scopes: readonly [string, ...string[]] }
          | { readonly anyScopes: readonly string[] }
          | { readonly authorize: 'handler' }
          ? 'forbidden'
          : never)
      | (T extends { readonly resource: string } ? 'not_found' : never)
      | (T extends { readonly entityTag: 'write' | 'required' } ? 'precondition_failed' : never)
      | (T extends { readonly entityTag: 'required' } ? 'precondition_required' : never)
      | (T extends { readonly ranges: true } ? 'range_not_satisfiable' : never)
      | (T extends { readonly body: z.ZodType } ? 'payload_too_large' : never)
      | (T extends
          | { readonly body: z.ZodType }
          | { readonly query: z.ZodType }
          | { readonly pathParams: z.ZodType }
          | { readonly headers: object }
          ? 'validation_failed'
          : never)
      | (T extends { readonly idempotency: 'accepted' } ? 'idempotency_in_progress' | 'idempotency_key_reused' : never)
      | (T extends { readonly errors: readonly (infer Code extends string)[] } ? Code : never)
  : never;

/** The properties of an operation's input that ts-rest knows too. */
type RouteProperty = 'method' | 'path' | 'summary' | 'description' | 'pathParams' | 'query' | 'headers' | 'body';

/** A part of a file is declared like the whole. */
type PartOfFile<T> = T extends { readonly ranges: true; readonly responses: { readonly 200: infer File } }
  ? { readonly 206: File }
  : unknown;

type StatusesOf<W extends Words, Code> = Code extends keyof W['errors'] ? W['errors'][Code]['status'] : never;

/** The body of errors, whatever their code. */
export interface ErrorResponse<Body> extends z.ZodType<Body> {}

/** The ts-rest route `operation()` makes of its input. */
export type Operation<T extends OperationInput<W>, W extends Words> = Pick<T, keyof T & RouteProperty> & {
  /** The mark that ts-rest knows; `metadata.deprecated` says more. */
  readonly deprecated?: true;
  readonly responses: T['responses'] &
    PartOfFile<T> & {
      readonly [Status in StatusesOf<W, OperationErrorCode<T>>]: ErrorResponse<W['errorBody']>;
    };
  readonly metadata: OperationPolicy<T['id'], AuthOf<T, W>, TagOf<T>, KeyOf<T>, OperationErrorCode<T>, W> &
    (T extends { readonly authorize: 'handler' } ? { readonly authorize: 'handler' } : unknown) &
    (T extends { readonly entityTag: 'required' } ? RequiredTagOf<T> : unknown);
};

/** A record that does not exist yet has no tag. */
type RequiredTagOf<T> = T extends { readonly missing: 'create' } ? unknown : { readonly ifMatch: 'required' };

type AuthOf<T, W extends Words> = T extends { readonly auth: infer Auth }
  ? Auth extends 'none'
    ? readonly []
    : Auth extends string
      ? readonly [Auth]
      : Auth extends readonly string[]
        ? Auth
        : never
  : readonly [W['scheme']];

type TagOf<T> = T extends { readonly entityTag: infer Tag extends string }
  ? Tag extends 'required'
    ? 'write'
    : Tag & RoutePolicy['entityTag']
  : 'none';

type KeyOf<T> = T extends { readonly idempotency: infer Key extends RoutePolicy['idempotency'] } ? Key : 'none';

/**
 * The header fields a route declares, as its handler reads them: names in lower case, values as their schemas return
 * them.
 */
export type HeaderValuesOf<Route> = Route extends {
  readonly headers: infer Schemas extends Readonly<Record<string, z.ZodType>>;
}
  ? { readonly [Name in keyof Schemas as Lowercase<Name & string>]: z.output<Schemas[Name]> }
  : Readonly<Record<never, never>>;

/** The policy of one operation, as far as types follow from it. */
export interface OperationPolicy<
  Id extends string,
  Auth extends readonly string[],
  Tag extends RoutePolicy['entityTag'],
  Key extends RoutePolicy['idempotency'],
  Code extends string,
  W extends Words,
> extends RoutePolicy {
  readonly operationId: Id;
  readonly auth: Auth;
  readonly entityTag: Tag;
  readonly idempotency: Key;
  readonly errors: readonly Code[];
  readonly [vocabularyKey]: Vocabulary<W['errors'], W['scheme'], W['limit'], W['scope'], W['errorBody']>;
}

/** The options to throw a code with: `details` if the code has a schema for them. */
type ErrorOptions<Definition extends ErrorDefinition> = Definition extends {
  readonly details: infer Schema extends DetailsSchema;
}
  ? [
      options: Omit<ApiErrorOptions, 'details'> & {
        readonly details: NonNullable<Schema['~standard']['types']>['input'];
      },
    ]
  : [options?: ApiErrorOptions];

/**
 * Makes an error of an API, with the details its code promises.
 *
 * @example
 * throw apiError('payment_required', 'The plan has no room.', { details: { limit: 1000 } });
 */
export type CreateApiError<Errors extends ErrorTable> = <Code extends keyof Errors & string>(
  code: Code,
  message: string,
  ...options: ErrorOptions<Errors[Code]>
) => ApiError<Code>;
