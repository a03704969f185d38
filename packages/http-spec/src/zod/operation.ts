import { findDeprecationProblem } from '../policy/deprecation.ts';
import { type BatchPolicy, policyErrors, type RoutePolicy, vocabularyKey } from '../policy/route-policy.ts';
import { defaultLimitOf, type Vocabulary } from '../policy/vocabulary.ts';
import { mediaTypeSchemasOf } from './by-media-type.ts';
import { deferredListsOf } from './deferred.ts';
import { fileTypesOf } from './file-of.ts';
import { filePartsOf } from './forms/file-part.ts';
import { formListsOf } from './forms/form-field.ts';
import { secretPathsOf } from './marks/secret.ts';
import type { CreateOperation, OperationInput, Words } from './operation-types.ts';

const mebibyte = 1024 * 1024;
const multipart = 'multipart/form-data';

/** Every property an operation may have; any other is refused. */
const properties: Readonly<Record<keyof OperationInput, true>> = {
  id: true,
  method: true,
  path: true,
  summary: true,
  description: true,
  deprecated: true,
  auth: true,
  scopes: true,
  anyScopes: true,
  authorize: true,
  limit: true,
  idempotency: true,
  largeResponse: true,
  entityTag: true,
  resource: true,
  missing: true,
  ranges: true,
  pathParams: true,
  query: true,
  headers: true,
  body: true,
  bodyLimit: true,
  bodyBounds: true,
  itemLimit: true,
  itemBounds: true,
  bodyTypes: true,
  fileLimit: true,
  responses: true,
  errors: true,
  tools: true,
};

/** Header fields that the pipeline reads itself, or OpenAPI does not take as parameters. */
const reservedHeaders: ReadonlySet<string> = new Set([
  'accept',
  'authorization',
  'content-encoding',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'if-range',
  'range',
  'x-request-id',
]);

/**
 * The `operation()` of one API.
 *
 * @param tools `stated`: each operation must declare its tools, or why it has none.
 */
export function createOperation(vocabulary: Vocabulary, tools?: Words['tools']): CreateOperation<Words> {
  const defaultScheme = Object.keys(vocabulary.authSchemes)[0] as string;
  const defaultLimit = defaultLimitOf(vocabulary);

  function defineOperation(input: OperationInput): object {
    assertKnown(input, vocabulary);
    if (tools === 'stated' && input.tools === undefined)
      failureOf(input)('tools are missing: name them, or say { none: "why" }.');
    const { id, deprecated, auth, scopes, anyScopes, authorize, limit, idempotency, largeResponse, ...others } = input;
    const { entityTag, resource, missing, ranges, bodyLimit, bodyBounds, itemLimit, itemBounds, ...rest } = others;
    const { bodyTypes, fileLimit, errors, tools: _, ...route } = rest;
    const hasBody = input.body !== undefined && typeof input.body !== 'symbol';
    const policy: Omit<RoutePolicy, 'errors'> = {
      operationId: id,
      ...(deprecated === undefined ? {} : { deprecated }),
      auth: auth === 'none' ? [] : listOf(auth ?? defaultScheme),
      scopes: scopes ?? [],
      ...(anyScopes === undefined ? {} : { anyScopes }),
      ...(authorize === 'handler' ? { authorize } : {}),
      limits: listOf(limit ?? defaultLimit),
      idempotency: idempotency ?? 'none',
      ...secretResponseOf(input),
      ...(largeResponse === undefined ? {} : { largeResponse }),
      entityTag: entityTag === 'required' ? 'write' : (entityTag ?? 'none'),
      ...(entityTag === 'required' ? { ifMatch: 'required' } : {}),
      resource: resource ?? null,
      missing: missing ?? 'not_found',
      ...(ranges === undefined ? {} : { ranges }),
      bodyLimit: hasBody ? (bodyLimit ?? mebibyte) : null,
      ...(bodyBounds === undefined ? {} : { bodyBounds }),
      ...batchOf(input),
      bodyTypes: hasBody ? (bodyTypes ?? bodyTypesOf(input.body)) : [],
      ...filesOf(input),
    };
    assertCoherent(input, policy);
    const { query, pathParams, headers } = input;
    const hasInput = hasBody || [query, pathParams, headers].some((part) => part !== undefined);
    const codes = [...new Set([...policyErrors({ ...policy, hasInput }), ...(errors ?? [])])];
    return {
      ...route,
      ...(deprecated === undefined ? {} : { deprecated: true }),
      responses: {
        ...input.responses,
        ...(ranges === undefined ? {} : { 206: input.responses[200] }),
        ...errorResponses(codes, vocabulary),
      },
      metadata: { ...policy, errors: codes, ...toolsOf(input), [vocabularyKey]: vocabulary },
    };
  }

  return defineOperation as unknown as CreateOperation<Words>;
}

function listOf(names: string | readonly string[]): readonly string[] {
  return typeof names === 'string' ? [names] : names;
}

/** The error body under each status the codes have. */
function errorResponses(codes: readonly string[], { errors, envelope }: Vocabulary): Record<number, unknown> {
  const schema = envelope.schema();
  return Object.fromEntries(codes.map((code) => [errors[code]?.status, schema]));
}

/** @throws TypeError for an unknown property, and for a name that is not in the vocabulary. */
function assertKnown(input: OperationInput, { errors, authSchemes, limits, scopes }: Vocabulary): void {
  const fail = failureOf(input);
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(properties, name)) fail(`operation() has no property "${name}".`);
  }
  const check = (noun: string, names: readonly string[], known: object | undefined) => {
    const unknown = known === undefined ? undefined : names.find((name) => !Object.hasOwn(known, name));
    if (unknown !== undefined) fail(`there is no ${noun} "${unknown}".`);
  };
  const { auth = [], limit = [] } = input;
  check('auth scheme', auth === 'none' ? [] : listOf(auth), authSchemes);
  check('scope', [...(input.scopes ?? []), ...(input.anyScopes ?? [])], scopes);
  check('rate limit', listOf(limit), limits);
  const twice = listOf(limit).find((name, index) => listOf(limit).indexOf(name) < index);
  if (twice !== undefined) fail(`the rate limit "${twice}" is named twice.`);
  check('error code', input.errors ?? [], errors);
}

function failureOf({ id, method, path }: OperationInput): (problem: string) => never {
  return (problem) => {
    throw new TypeError(`${id} (${method} ${path}): ${problem}`);
  };
}

function assertCoherent(input: OperationInput, policy: Omit<RoutePolicy, 'errors'>): void {
  const fail = failureOf(input);
  const deprecationProblem = input.deprecated === undefined ? null : findDeprecationProblem(input.deprecated);
  if (deprecationProblem !== null) fail(deprecationProblem);
  const isOpen = policy.auth.length === 0;
  if (isOpen && (policy.scopes.length > 0 || policy.anyScopes)) fail('scopes need a caller: auth is "none".');
  if (isOpen && policy.authorize === 'handler') fail('authorize "handler" needs a caller: auth is "none".');
  if (isOpen && policy.idempotency === 'accepted') fail('an Idempotency-Key needs a caller: auth is "none".');
  if (policy.idempotency === 'accepted' && input.method === 'GET') fail('an Idempotency-Key is for changes, not GET.');
  if (policy.largeResponse && policy.idempotency === 'none') fail('largeResponse needs idempotency "accepted".');
  if (policy.entityTag === 'write' && policy.resource === null) fail('the entity tag of a change needs a resource.');
  if (policy.entityTag === 'read' && input.method !== 'GET') fail('entityTag "read" is for GET.');
  if (policy.entityTag === 'write' && input.method === 'GET') fail(`entityTag "${input.entityTag}" is for changes.`);
  if (policy.ranges === true && (input.method !== 'GET' || fileTypesOf(input.responses[200]) === undefined)) {
    fail('ranges are for a GET whose 200 is a fileOf().');
  }
  if (input.path.includes('/:') && policy.resource === null) fail('a path with parameters needs a resource.');
  const failing = Object.keys(input.responses).find((status) => Number(status) >= 400);
  if (failing !== undefined) fail(`responses are successes: name the codes of ${failing} in errors.`);
  const reserved = Object.keys(input.headers ?? {}).find((name) => reservedHeaders.has(name.toLowerCase()));
  if (reserved !== undefined) fail(`the header ${reserved} is read by the library: policies say what it does.`);
  if (toolsOf(input).tools === undefined) return;
  const required = Object.entries(input.headers ?? {}).find(([, schema]) => !schema.safeParse(undefined).success)?.[0];
  if (required !== undefined) fail(`the header ${required} is required, and a tool sends no headers.`);
}

function toolsOf({ tools }: OperationInput): Pick<RoutePolicy, 'tools' | 'withoutTool'> {
  if (tools === undefined) return {};
  return 'none' in tools ? { withoutTool: tools.none } : { tools };
}

function bodyTypesOf(body: unknown): readonly string[] {
  const schemas = mediaTypeSchemasOf(body);
  if (schemas !== undefined) return Object.keys(schemas);
  return [filePartsOf(body).size > 0 ? multipart : 'application/json'];
}

/** The part of the policy about a list of items; empty when the body has none. */
function batchOf(input: OperationInput): { readonly batch?: BatchPolicy } {
  const { body, bodyLimit = mebibyte, itemLimit = mebibyte, itemBounds } = input;
  const fail = failureOf(input);
  const [list, ...others] = deferredListsOf(body);
  if (others.length > 0) fail('only one list of a body has deferred items.');
  if (list !== undefined) {
    return { batch: { ...list, itemLimit: Math.min(itemLimit, bodyLimit), ...(itemBounds && { itemBounds }) } };
  }
  if (input.itemLimit === undefined && itemBounds === undefined) return {};
  return fail('itemLimit and itemBounds need a list of deferred items.');
}

/** The part of the policy about files; empty when the body has none. */
function filesOf(input: OperationInput): Pick<RoutePolicy, 'fileParts' | 'listParts' | 'fileLimit'> {
  const { body, fileLimit } = input;
  const form = mediaTypeSchemasOf(body)?.[multipart] ?? body;
  const fileParts = [...filePartsOf(form).keys()];
  const listParts = formListsOf(form);
  if (fileParts.length > 0 && fileLimit !== undefined) {
    return { fileParts, ...(listParts.length > 0 && { listParts }), fileLimit };
  }
  if (fileParts.length === 0 && fileLimit === undefined) return {};
  return failureOf(input)('file parts of a multipart body and a fileLimit come together.');
}

/**
 * Whether a stored response would show a secret. @throws TypeError unless the input says which callers may see it
 * again.
 */
function secretResponseOf(input: OperationInput): Pick<RoutePolicy, 'secretResponse'> {
  const paths = input.idempotency === 'accepted' ? Object.values(input.responses).flatMap(secretPathsOf) : [];
  if (paths.length === 0) return {};
  if (input.authorize !== undefined) return { secretResponse: true };
  return failureOf(input)(
    `its response shows a secret (${paths.join(', ')}) and is stored for the Idempotency-Key. ` +
      `Say authorize: 'scopes' if any caller with its scopes may create and see it, or authorize: 'handler' to authorize each caller.`,
  );
}
