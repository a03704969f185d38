import type { StandardErrorCode } from '../errors/error-table.ts';
import type { Deprecation } from './deprecation.ts';
import type { JsonBounds } from './json-bounds.ts';
import type { LargeResponse } from './large-response.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * The key of the vocabulary in a route's metadata. It is a symbol: ts-rest copies it with the metadata of a router,
 * while JSON and loops over names leave it out.
 */
export const vocabularyKey: unique symbol = Symbol.for('@contract-kit/vocabulary');

/**
 * What the contract requires of one route. It is the route's ts-rest `metadata`: flat, because ts-rest merges metadata
 * one level deep. Middleware, OpenAPI, client, docs and tests all read it from here.
 */
export interface RoutePolicy {
  /** `resource.verb`, unique in the contract: `todos.create`. */
  readonly operationId: string;
  /** Since when clients should no longer call the operation, and until when they can. Absent: it is not deprecated. */
  readonly deprecated?: Deprecation;
  /** Names of the accepted schemes; one of them must authenticate the caller. Empty: anyone may call. */
  readonly auth: readonly string[];
  /** Every scope the caller needs. Empty: any caller that authenticates. */
  readonly scopes: readonly string[];
  /** The caller needs one of these, in addition to all of `scopes`. Absent: none. */
  readonly anyScopes?: readonly string[];
  /**
   * `handler`: scopes are not sufficient. The handler has an `authorize(caller, input)` that may refuse the caller,
   * replays included. Absent: scopes are sufficient.
   */
  readonly authorize?: 'handler';
  /** Names of the rate limits the request is counted against, one or more; all of them must admit it. */
  readonly limits: readonly string[];
  /** `accepted`: the Idempotency-Key header is honoured. For changes only. */
  readonly idempotency: 'accepted' | 'none';
  /**
   * True: the response shows a secret. A stored response is replayed only to the caller that sent the request. Derived
   * by `operation()` from fields marked `secret()`. Absent: it shows no secret, or is not stored.
   */
  readonly secretResponse?: true;
  /**
   * Which requests may have a large response. With an Idempotency-Key, such a request counts towards the storage of its
   * tenant and is refused with 429 when that is used up. Absent: none.
   */
  readonly largeResponse?: LargeResponse;
  /**
   * `read`: returns an ETag and honours If-None-Match. `write`: honours If-Match and returns the new ETag. `none`:
   * neither.
   */
  readonly entityTag: 'none' | 'read' | 'write';
  /**
   * With `entityTag: 'write'`: a request without If-Match is refused with 428, unless it may only create
   * (`If-None-Match: *`) and the route can create. Absent: If-Match may be left out.
   */
  readonly ifMatch?: 'required';
  /** True: returns a file or a part of it (`Range`), or 304 when the client has it. Absent: no. */
  readonly ranges?: true;
  /** The kind of record the path names, looked up before the body is validated; null when it names none. */
  readonly resource: string | null;
  /** `create`: a record that does not exist is not an error, the route creates it (PUT). */
  readonly missing: 'not_found' | 'create';
  /** Largest request body in bytes, without its files; null when the route has no body. */
  readonly bodyLimit: number | null;
  /** Bounds of a JSON body besides its size, where they differ from those of `jsonBoundsOf(bodyLimit)`. */
  readonly bodyBounds?: Partial<JsonBounds>;
  /** The list of the body whose elements are validated one by one. Absent: the body is validated as a whole. */
  readonly batch?: BatchPolicy;
  /** Media types the body may have; the first is the one examples use. */
  readonly bodyTypes: readonly string[];
  /** Names of the parts of a multipart body that are files. Absent: none. */
  readonly fileParts?: readonly string[];
  /** Names of the fields of a multipart body that may be sent more than once. Absent: none. */
  readonly listParts?: readonly string[];
  /** Largest file in bytes. Present with `fileParts`. */
  readonly fileLimit?: number;
  /** Every error code the route can fail with, derived by `operation()`. */
  readonly errors: readonly string[];
  /** The MCP tools that call the operation. Absent: none. */
  readonly tools?: readonly ToolPolicy[];
  /** Why the operation is not a tool, if the contract says so. */
  readonly withoutTool?: string;
  /** The vocabulary its names come from. Absent: the policy was not made by `operation()`. */
  readonly [vocabularyKey]?: Vocabulary;
}

/**
 * A list of independent elements. An element that is wrong in itself (its bytes, bounds, characters) reaches the
 * handler as an `InvalidItem` in its position. Only an error of the request as a whole refuses the request.
 */
export interface BatchPolicy {
  /** The field of the body that holds the list. */
  readonly field: string;
  /** Maximum number of elements. Absent: as many as the bounds of the body allow. */
  readonly maxItems?: number;
  /** Largest element in bytes. */
  readonly itemLimit: number;
  /** Bounds of an element besides its size, where they differ from those of `jsonBoundsOf(itemLimit)`. */
  readonly itemBounds?: Partial<JsonBounds>;
}

/** An MCP tool that calls an operation; one operation may have several. */
export interface ToolPolicy {
  /** `search_todos`, unique in the contract: letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  /** For people; default the operation's summary. */
  readonly title?: string;
  /** When to use it, for the model; default the operation's summary and description. */
  readonly description?: string;
  /** Its arguments, chosen from the operation's parameters and body fields; default all. */
  readonly arguments?: readonly string[];
  /** Values of arguments the model omits. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /**
   * Further values of omitted arguments, for calls that pass another argument.
   *
   * @example
   * defaultsWith: { q: { sort: 'relevance' } }
   */
  readonly defaultsWith?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Fixed arguments, which the model cannot see. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** It may destroy data permanently. Default: true for DELETE. */
  readonly destructive?: boolean;
  /** A repeated call with the same arguments changes nothing more. Default: true for GET, PUT and DELETE. */
  readonly idempotent?: boolean;
}

/** An operation that is not a tool, and why: `{ none: 'Its response is a file.' }`. */
export interface NoTools {
  /** One sentence, for the reference. */
  readonly none: string;
}

/** True when a route's metadata is a {@link RoutePolicy}. */
export function isRoutePolicy(metadata: unknown): metadata is RoutePolicy {
  return typeof metadata === 'object' && metadata !== null && 'operationId' in metadata && 'limits' in metadata;
}

/** The policy of a route; throws with the route's path when it was not made by `operation()`. */
export function policyOf(route: {
  readonly path: string;
  readonly method: string;
  readonly metadata?: unknown;
}): RoutePolicy {
  if (!isRoutePolicy(route.metadata)) {
    throw new TypeError(`${route.method} ${route.path} has no route policy: define it with operation().`);
  }
  return route.metadata;
}

/** What {@link RoutePolicy.errors} is derived from. */
export type ErrorSources = Omit<RoutePolicy, 'errors'> & { readonly hasInput: boolean };

/**
 * The error codes a route can fail with because of its policies, so that no route has to list them: an auth scheme
 * means 401, scopes mean 403, a body means 413, and so on.
 */
export function policyErrors(policy: ErrorSources): StandardErrorCode[] {
  const when = (condition: boolean, ...codes: StandardErrorCode[]) => (condition ? codes : []);
  return [
    'bad_request',
    ...when(policy.auth.length > 0, 'unauthorized'),
    ...when(policy.deprecated?.sunset !== undefined, 'operation_retired'),
    ...when(policy.scopes.length > 0 || policy.anyScopes !== undefined || policy.authorize === 'handler', 'forbidden'),
    ...when(policy.resource !== null, 'not_found'),
    ...when(policy.entityTag === 'write', 'precondition_failed'),
    ...when(policy.ifMatch === 'required', 'precondition_required'),
    ...when(policy.bodyLimit !== null, 'payload_too_large'),
    ...when(policy.ranges === true, 'range_not_satisfiable'),
    ...when(policy.hasInput, 'validation_failed'),
    ...when(policy.idempotency === 'accepted', 'idempotency_in_progress', 'idempotency_key_reused'),
    'rate_limited',
    'internal_error',
  ];
}
