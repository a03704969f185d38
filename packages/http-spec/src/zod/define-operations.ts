import type { z } from 'zod';
import { ApiError, type ApiErrorOptions } from '../errors/api-error.ts';
import type { ErrorBody, ErrorEnvelope } from '../errors/envelope.ts';
import {
  type ErrorDefinition,
  type ErrorTable,
  type StandardErrorCode,
  standardErrors,
} from '../errors/error-table.ts';
import { type AuthScheme, apiKeyScheme } from '../policy/auth-scheme.ts';
import type { RateLimitPolicy } from '../policy/rate-limit.ts';
import type { Vocabulary } from '../policy/vocabulary.ts';
import { standardEnvelope } from './envelopes.ts';
import { createOperation } from './operation.ts';
import type { CreateApiError, CreateOperation, Words } from './operation-types.ts';

/** A code that an API adds. */
export interface OwnErrorDefinition extends ErrorDefinition {
  readonly details?: z.ZodType;
}

/** A standard code that an API rewords; its status and retry cannot change. */
export interface StandardErrorWords extends Partial<Pick<OwnErrorDefinition, 'meaning' | 'stored' | 'details'>> {
  readonly status?: never;
  readonly retry?: never;
}

type OwnErrors = Readonly<Record<string, OwnErrorDefinition | StandardErrorWords>>;

/** Added codes are defined in full; standard codes can only be reworded. */
type Stated<Errors> = {
  readonly [Code in keyof Errors]: Code extends StandardErrorCode ? StandardErrorWords : OwnErrorDefinition;
};

/** What one API defines; the library has defaults for the rest. */
export interface VocabularyInput<
  Errors,
  Scheme extends string,
  Limit extends string,
  Scope extends string,
  Body,
  Tools extends Words['tools'] = undefined,
> {
  /** Additional codes, and rewordings of the standard ones. */
  readonly errors?: Errors & Stated<Errors>;
  /** Authentication schemes by name; the first is the default of operations. Default: `apiKey`, see `apiKeyScheme`. */
  readonly authSchemes?: Readonly<Record<Scheme, AuthScheme>>;
  /**
   * Rate limits by name; the first is the default of operations. Without limits, any name is accepted and `standard` is
   * the default.
   */
  readonly limits?: Readonly<Record<Limit, Omit<RateLimitPolicy, 'name'>>>;
  /** What each scope permits, by name. Default: any string is a scope. */
  readonly scopes?: Readonly<Record<Scope, string>>;
  /** The form of error bodies. Default: `standardEnvelope`. */
  readonly envelope?: ErrorEnvelope<Body, z.ZodType>;
  /** `stated`: every operation must declare its tools for assistants, or why it has none. Default: it may omit both. */
  readonly tools?: Tools;
}

type Reworded<Code extends StandardErrorCode, Own> = ErrorDefinition &
  Pick<(typeof standardErrors)[Code], 'status' | 'retry'> &
  Pick<Own, keyof Own & 'details'>;

type ErrorsWith<Own> = {
  readonly [Code in StandardErrorCode | (keyof Own & string)]: Code extends StandardErrorCode
    ? Code extends keyof Own
      ? Reworded<Code, Own[Code]>
      : (typeof standardErrors)[Code]
    : Code extends keyof Own
      ? Own[Code] extends ErrorDefinition
        ? Own[Code]
        : never
      : never;
};

/** The vocabulary that a {@link VocabularyInput} defines. */
export interface WordsOf<
  Errors,
  Scheme extends string,
  Limit extends string,
  Scope extends string,
  Body,
  Tools extends Words['tools'] = undefined,
> extends Words {
  readonly errors: ErrorsWith<Errors>;
  readonly scheme: Scheme;
  readonly limit: Limit;
  readonly scope: Scope;
  readonly errorBody: Body;
  readonly tools: Tools;
}

/** What {@link defineOperations} returns. */
export interface Operations<W extends Words> {
  /** Defines the operations of its contract. */
  readonly operation: CreateOperation<W>;
  /** Makes the errors its handlers throw. */
  readonly apiError: CreateApiError<W['errors']>;
  readonly vocabulary: Vocabulary<W['errors'], W['scheme'], W['limit'], W['scope'], W['errorBody']> &
    (string extends W['limit'] ? unknown : { readonly limits: Readonly<Record<W['limit'], RateLimitPolicy>> }) &
    (string extends W['scope'] ? unknown : { readonly scopes: Readonly<Record<W['scope'], string>> });
}

/**
 * Defines the vocabulary of one API: error codes, authentication schemes, rate limits, scopes and the form of errors.
 * The names an operation uses are checked by the compiler, and again when the contract is loaded. The vocabulary
 * travels with the routes to handlers, client, OpenAPI, tools, reference and verification.
 *
 * @example
 * export const { operation, apiError, vocabulary } = defineOperations({
 *   scopes: { 'rentals:read': 'Read rentals.', 'rentals:write': 'Rent and return.' },
 *   limits: { standard: { limit: 600, windowMs: 60_000 }, daily: { limit: 10_000, windowMs: 86_400_000 } },
 *   authSchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' }, jwt: { type: 'http', scheme: 'bearer' } },
 *   errors: {
 *     payment_required: {
 *       status: 402, meaning: 'The deposit was not paid.', retry: 'never', stored: true,
 *       details: z.object({ deposit: z.number() }),
 *     },
 *   },
 * });
 * @throws TypeError when a definition contradicts one of the library, or for an unknown property.
 */
export function defineOperations<
  const Errors extends OwnErrors = Record<never, never>,
  Scheme extends string = 'apiKey',
  Limit extends string = string,
  Scope extends string = string,
  Body = ErrorBody,
  Tools extends Words['tools'] = undefined,
>(
  input: VocabularyInput<Errors, Scheme, Limit, Scope, Body, Tools>,
): Operations<WordsOf<Errors, Scheme, Limit, Scope, Body, Tools>> {
  const {
    errors = {},
    authSchemes = { apiKey: apiKeyScheme },
    limits,
    scopes,
    envelope = standardEnvelope,
    tools,
    ...unknown
  } = input;
  for (const name of Object.keys(unknown))
    throw new TypeError(`defineOperations() does not know the property "${name}".`);
  assertSchemes(authSchemes);
  if (limits !== undefined && Object.keys(limits).length === 0)
    throw new TypeError('limits must have at least one rate limit.');
  const vocabulary: Vocabulary = {
    errors: toErrorTable(errors as OwnErrors),
    authSchemes,
    ...(limits !== undefined && { limits: withNames(limits) }),
    ...(scopes !== undefined && { scopes }),
    envelope,
  };
  const apiError = (code: string, message: string, options?: ApiErrorOptions) => new ApiError(code, message, options);
  return { operation: createOperation(vocabulary, tools), apiError, vocabulary } as unknown as Operations<
    WordsOf<Errors, Scheme, Limit, Scope, Body, Tools>
  >;
}

const standard = defineOperations({});

/** The vocabulary of contracts that define none. */
export const standardVocabulary: (typeof standard)['vocabulary'] = standard.vocabulary;

/**
 * Defines one ts-rest route with its policies in the default vocabulary: the standard error codes, an API key, any
 * scope and any limit. {@link defineOperations} returns the `operation()` of an API with its own vocabulary.
 *
 * The error responses follow from the policies, so a route with scopes declares its 403 by having scopes.
 *
 * @example
 * const create = operation({
 *   id: 'todos.create', method: 'POST', path: '/todos', summary: 'Create a to-do',
 *   scopes: ['todos:write'], idempotency: 'accepted',
 *   body: TodoInputSchema, responses: { 201: dataOf(TodoSchema) },
 * });
 * @throws TypeError when the input contradicts itself, has an unknown property, or shows a secret without saying to
 * whom.
 */
export const operation: (typeof standard)['operation'] = standard.operation;

function assertSchemes(schemes: Readonly<Record<string, AuthScheme>>): void {
  const names = Object.keys(schemes);
  if (names.length === 0)
    throw new TypeError(
      'authSchemes must have at least one scheme; an operation without authentication states auth: "none".',
    );
  if (names.includes('none')) throw new TypeError('authSchemes: "none" is what operations say that anyone may call.');
}

function toErrorTable(own: OwnErrors): ErrorTable {
  const table: Record<string, ErrorDefinition> = { ...standardErrors };
  for (const [code, definition] of Object.entries(own)) table[code] = toDefinition(code, definition);
  return table;
}

function toDefinition(code: string, definition: OwnErrorDefinition | StandardErrorWords): ErrorDefinition {
  if (Object.hasOwn(standardErrors, code)) {
    if (definition.status === undefined && definition.retry === undefined) {
      return { ...standardErrors[code as StandardErrorCode], ...(definition as StandardErrorWords) };
    }
    throw new TypeError(`errors.${code}: the status and retry of a standard code cannot be changed.`);
  }
  const { status, meaning } = definition;
  if (!(Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599)) {
    throw new TypeError(`errors.${code}: the status of an error must be 400 to 599.`);
  }
  if (!meaning) throw new TypeError(`errors.${code}: a code must have a meaning of one sentence.`);
  return definition as OwnErrorDefinition;
}

function withNames(limits: Readonly<Record<string, Omit<RateLimitPolicy, 'name'>>>): Record<string, RateLimitPolicy> {
  return Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, { ...limit, name }]));
}
