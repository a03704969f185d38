import type { z } from 'zod';
import { type StandardErrorCode, type StatusOf, standardErrors } from '../errors/error-table.ts';
import type { JsonBounds } from '../policy/json-bounds.ts';
import { type BatchPolicy, policyErrors, type RoutePolicy, type ToolPolicy } from '../policy/route-policy.ts';
import { mediaTypeSchemasOf } from './by-media-type.ts';
import { deferredListsOf } from './deferred.ts';
import { fileTypesOf } from './file-of.ts';
import { filePartsOf } from './file-part.ts';
import { ErrorBodySchema } from './schemas.ts';
import { secretPathsOf } from './secret.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A response of another content type than JSON. */
interface OtherContent {
  readonly contentType: string;
  readonly body: unknown;
}

/** What a route states; everything else of its {@link RoutePolicy} and its error responses is derived. */
export interface OperationInput {
  /** Operation id: `products.create`. */
  readonly id: string;
  readonly method: Method;
  /** ts-rest path with `:params`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  /** Default `key`. */
  readonly auth?: RoutePolicy['auth'];
  /** Every scope the key needs. */
  readonly scopes?: readonly string[];
  /** Scopes of which one is enough: `['jobs:read', 'imports:write']`. */
  readonly anyScopes?: readonly string[];
  /**
   * What a caller is judged by: its scopes alone, or also the `authorize(caller, input)` its handler brings. Default
   * `scopes`; to be said where a response that is stored for an Idempotency-Key shows a secret.
   */
  readonly authorize?: 'scopes' | 'handler';
  /** Name of a rate-limit policy, default `standard`. */
  readonly limit?: string;
  readonly idempotency?: RoutePolicy['idempotency'];
  /** Which requests may have a large response: `{}` for all of them. */
  readonly largeResponse?: RoutePolicy['largeResponse'];
  readonly entityTag?: RoutePolicy['entityTag'];
  /** The kind of record the path names. Needed by every path with a parameter. */
  readonly resource?: string;
  readonly missing?: RoutePolicy['missing'];
  /** The 200 of this GET is a file that may be asked for in part: adds 206, 304 and 416. */
  readonly ranges?: true;
  readonly pathParams?: z.ZodType;
  readonly query?: z.ZodType;
  /** A schema, or ts-rest's `noBody()` for a change that takes none. */
  readonly body?: z.ZodType | symbol;
  /** Bytes, files not counted; default 1 MiB where there is a body. */
  readonly bodyLimit?: number;
  /** Bounds of a JSON body beside its bytes, where the usual ones do not fit: `{ members: 1_000 }`. */
  readonly bodyBounds?: Partial<JsonBounds>;
  /** Bytes of an element of the list whose items are `deferred()`; default 1 MiB, and never more than `bodyLimit`. */
  readonly itemLimit?: number;
  /** Bounds of such an element beside its bytes, where the usual ones do not fit. */
  readonly itemBounds?: Partial<JsonBounds>;
  /** Default: those of `byMediaType()`, multipart for a body with file parts, else JSON. */
  readonly bodyTypes?: readonly string[];
  /** Bytes of the largest file. Needed by a body with file parts. */
  readonly fileLimit?: number;
  /** Success responses only: a schema, ts-rest's `noBody()`, or its `otherResponse()` for what is no JSON. */
  readonly responses: Readonly<Record<number, z.ZodType | symbol | OtherContent>>;
  /** Codes beyond those its policies bring: `conflict`. */
  readonly errors?: readonly StandardErrorCode[];
  /** The operation as tools of an assistant. */
  readonly tools?: readonly ToolPolicy[];
}

/** The codes {@link operation} derives for its input: `policyErrors()` as a type, and those the input names. */
export type OperationErrorCode<T extends OperationInput> =
  | 'bad_request'
  | 'rate_limited'
  | 'internal_error'
  | (T extends { readonly auth: 'none' } ? never : 'unauthorized')
  | (T extends
      | { readonly scopes: readonly [string, ...string[]] }
      | { readonly anyScopes: readonly string[] }
      | { readonly authorize: 'handler' }
      ? 'forbidden'
      : never)
  | (T extends { readonly resource: string } ? 'not_found' : never)
  | (T extends { readonly entityTag: 'write' } ? 'precondition_failed' : never)
  | (T extends { readonly ranges: true } ? 'range_not_satisfiable' : never)
  | (T extends { readonly body: z.ZodType } ? 'payload_too_large' : never)
  | (T extends { readonly body: z.ZodType } | { readonly query: z.ZodType } | { readonly pathParams: z.ZodType }
      ? 'validation_failed'
      : never)
  | (T extends { readonly idempotency: 'accepted' } ? 'idempotency_in_progress' | 'idempotency_key_reused' : never)
  | (T extends { readonly errors: readonly (infer Code extends StandardErrorCode)[] } ? Code : never);

/** A part of a file is declared as the whole is. */
type Partial206<T extends OperationInput> = T extends {
  readonly ranges: true;
  readonly responses: { readonly 200: infer File };
}
  ? { readonly 206: File }
  : unknown;

/** The ts-rest route `operation()` makes of its input. */
export type Operation<T extends OperationInput> = Omit<
  T,
  | 'id'
  | 'auth'
  | 'scopes'
  | 'anyScopes'
  | 'authorize'
  | 'limit'
  | 'idempotency'
  | 'largeResponse'
  | 'entityTag'
  | 'resource'
  | 'missing'
  | 'ranges'
  | 'bodyLimit'
  | 'bodyBounds'
  | 'itemLimit'
  | 'itemBounds'
  | 'bodyTypes'
  | 'fileLimit'
  | 'errors'
  | 'tools'
  | 'responses'
> & {
  readonly responses: T['responses'] &
    Partial206<T> & { readonly [Status in StatusOf<OperationErrorCode<T>>]: typeof ErrorBodySchema };
  readonly metadata: RoutePolicy & {
    readonly operationId: T['id'];
    readonly auth: T extends { readonly auth: 'none' } ? 'none' : 'key';
    readonly entityTag: T extends { readonly entityTag: infer Tag } ? Tag : 'none';
    readonly idempotency: T extends { readonly idempotency: infer Idempotency } ? Idempotency : 'none';
    readonly errors: readonly OperationErrorCode<T>[];
  } & (T extends { readonly authorize: 'handler' } ? { readonly authorize: 'handler' } : unknown);
};

const mebibyte = 1024 * 1024;
const multipart = 'multipart/form-data';

/**
 * Defines one ts-rest route with its policies. The error responses follow from the policies, so a route with
 * scopes declares its 403 by having scopes.
 *
 * @example
 * const create = operation({
 *   id: 'todos.create', method: 'POST', path: '/todos', summary: 'Create a to-do',
 *   scopes: ['todos:write'], idempotency: 'accepted',
 *   body: TodoInputSchema, responses: { 201: dataOf(TodoSchema) },
 * });
 * @throws TypeError when the input contradicts itself, or shows a secret without saying to whom.
 */
export function operation<const T extends OperationInput>(input: T): Operation<T> {
  const { id, auth, scopes, anyScopes, authorize, limit, idempotency, largeResponse, ...others } = input;
  const { entityTag, resource, missing, ranges, bodyLimit, bodyBounds, itemLimit, itemBounds, ...rest } = others;
  const { bodyTypes, fileLimit, errors, tools, ...route } = rest;
  const hasBody = input.body !== undefined && typeof input.body !== 'symbol';
  const sources = {
    operationId: id,
    auth: auth ?? 'key',
    scopes: scopes ?? [],
    ...(anyScopes === undefined ? {} : { anyScopes }),
    ...(authorize === 'handler' ? { authorize } : {}),
    limit: limit ?? 'standard',
    idempotency: idempotency ?? 'none',
    ...secretResponseOf(input),
    ...(largeResponse === undefined ? {} : { largeResponse }),
    entityTag: entityTag ?? 'none',
    resource: resource ?? null,
    missing: missing ?? 'not_found',
    ...(ranges === undefined ? {} : { ranges }),
    bodyLimit: hasBody ? (bodyLimit ?? mebibyte) : null,
    ...(bodyBounds === undefined ? {} : { bodyBounds }),
    ...batchOf(input),
    bodyTypes: hasBody ? (bodyTypes ?? bodyTypesOf(input.body)) : [],
    ...filesOf(input),
    hasInput: hasBody || input.query !== undefined || input.pathParams !== undefined,
  } as const satisfies Omit<RoutePolicy, 'errors'> & { hasInput: boolean };
  assertCoherent(input, sources);
  const { hasInput: _, ...policy } = sources;
  const codes = [...new Set([...policyErrors(sources), ...(errors ?? [])])];
  return {
    ...route,
    responses: {
      ...input.responses,
      ...(ranges === undefined ? {} : { 206: input.responses[200] }),
      ...errorResponses(codes),
    },
    metadata: { ...policy, errors: codes, ...(tools !== undefined && { tools }) },
  } as unknown as Operation<T>;
}

function bodyTypesOf(body: unknown): readonly string[] {
  const schemas = mediaTypeSchemasOf(body);
  if (schemas !== undefined) return Object.keys(schemas);
  return [filePartsOf(body).size > 0 ? multipart : 'application/json'];
}

/** What the policy says of a list of items; nothing when the body has none. */
function batchOf(input: OperationInput): { readonly batch?: BatchPolicy } {
  const { body, bodyLimit = mebibyte, itemLimit = mebibyte, itemBounds, method, path } = input;
  const [list, ...others] = deferredListsOf(body);
  if (others.length > 0) throw new TypeError(`${method} ${path}: only one list of a body has deferred items.`);
  if (list !== undefined) {
    return { batch: { ...list, itemLimit: Math.min(itemLimit, bodyLimit), ...(itemBounds && { itemBounds }) } };
  }
  if (input.itemLimit === undefined && itemBounds === undefined) return {};
  throw new TypeError(`${method} ${path}: itemLimit and itemBounds need a list of deferred items.`);
}

/** What the policy says of files; nothing when the body has none. */
function filesOf({ body, fileLimit, method, path }: OperationInput): Pick<RoutePolicy, 'fileParts' | 'fileLimit'> {
  const fileParts = [...filePartsOf(mediaTypeSchemasOf(body)?.[multipart] ?? body).keys()];
  if (fileParts.length > 0 === (fileLimit !== undefined)) return fileParts.length > 0 ? { fileParts, fileLimit } : {};
  throw new TypeError(`${method} ${path}: file parts of a multipart body and a fileLimit come together.`);
}

/** Whether a stored response would show a secret. @throws TypeError when nothing is said of who may see it again. */
function secretResponseOf(input: OperationInput): Pick<RoutePolicy, 'secretResponse'> {
  const paths = input.idempotency === 'accepted' ? Object.values(input.responses).flatMap(secretPathsOf) : [];
  if (paths.length === 0) return {};
  if (input.authorize !== undefined) return { secretResponse: true };
  throw new TypeError(
    `${input.id}: its response shows a secret (${paths.join(', ')}) and is stored for the Idempotency-Key. ` +
      `Say authorize: 'scopes' when any caller with its scopes may make and see it, or authorize: 'handler' to judge each.`,
  );
}

/** The error envelope under each status the codes have. */
export function errorResponses(codes: readonly StandardErrorCode[]): Record<number, typeof ErrorBodySchema> {
  return Object.fromEntries(codes.map((code) => [standardErrors[code].status, ErrorBodySchema]));
}

function assertCoherent(input: OperationInput, policy: Omit<RoutePolicy, 'errors'>): void {
  const name = `${input.method} ${input.path}`;
  const fail = (problem: string): never => {
    throw new TypeError(`${name}: ${problem}`);
  };
  if (policy.auth === 'none' && (policy.scopes.length > 0 || policy.anyScopes)) fail('scopes need auth "key".');
  if (policy.idempotency === 'accepted' && input.method !== 'POST') fail('only POST takes an Idempotency-Key.');
  if (policy.largeResponse && policy.idempotency === 'none') fail('largeResponse needs idempotency "accepted".');
  if (policy.authorize === 'handler' && policy.auth === 'none') fail('authorize "handler" needs auth "key".');
  if (policy.entityTag !== 'none' && policy.resource === null) fail('an entity tag needs a resource.');
  if (policy.entityTag === 'read' && input.method !== 'GET') fail('entityTag "read" is for GET.');
  if (policy.entityTag === 'write' && input.method === 'GET') fail('entityTag "write" is for changes.');
  if (policy.ranges === true && (input.method !== 'GET' || fileTypesOf(input.responses[200]) === undefined)) {
    fail('ranges are for a GET whose 200 is a fileOf().');
  }
  if (input.path.includes('/:') && policy.resource === null) fail('a path with parameters needs a resource.');
}
