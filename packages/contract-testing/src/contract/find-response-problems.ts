import { isDeepStrictEqual } from 'node:util';
import { headerNames, type Vocabulary, vocabularyKey } from '@contract-kit/http-spec';
import { declaresMediaType, fileTypesOf, standardVocabulary } from '@contract-kit/http-spec/zod';
import { isZodSchema } from '@contract-kit/openapi/schemas';
import { z } from 'zod';
import type { ContractRoute } from './contract-route.ts';

/** The parts of a response that are checked. */
export interface ResponseParts {
  readonly status: number;
  readonly headers: Headers;
  /** The raw body. */
  readonly text: string;
}

type Problem = string | null;

/** The statuses a route declares, and 304 if it supports conditional reads. */
export function statusesOf({ responses, policy }: ContractRoute): number[] {
  const conditional = policy.entityTag === 'read' || policy.ranges === true;
  return [...Object.keys(responses).map(Number), ...(conditional ? [304] : [])];
}

/** Why a status is not declared. */
export function findStatusProblem(route: ContractRoute, { status }: ResponseParts): Problem {
  const declared = statusesOf(route);
  if (!route.isStrict && status >= 400 && status < 500) return null;
  return declared.includes(status) ? null : `The contract declares ${declared.join(', ')}, not ${status}.`;
}

/** Why a media type is not the declared one. */
export function findContentTypeProblem(route: ContractRoute, response: ResponseParts): Problem {
  const declared = route.responses[response.status];
  const sent = response.headers.get('content-type') ?? '';
  const json = response.status < 400 ? 'application/json' : vocabularyOf(route).envelope.mediaType;
  const types = fileTypesOf(declared) ?? otherTypeOf(declared) ?? (isZodSchema(declared) ? [json] : null);
  // Several ranges of a file come in a type of their own (RFC 9110 §14.6).
  if (types === null || (response.status === 206 && declaresMediaType(['multipart/byteranges'], sent))) return null;
  return declaresMediaType(types, sent) ? null : `The content type is "${sent}", not ${types.join(' or ')}.`;
}

/** Why a body is not the declared one: a field its schema refuses, or a key the schema does not know. */
export function findBodyProblem({ responses }: ContractRoute, { status, text }: ResponseParts): Problem {
  const declared = responses[status];
  if (fileTypesOf(declared) !== undefined || otherTypeOf(declared) !== null) return null;
  if (!isZodSchema(declared)) {
    const isEmpty = status === 204 || status === 304 || typeof declared === 'symbol';
    return isEmpty && text !== '' ? `A ${status} has no body; this one has ${text.length} characters.` : null;
  }
  const body = parseJson(text);
  if (body === undefined) return 'The body is not JSON.';
  const { data, error } = declared.safeParse(body);
  if (error !== undefined) {
    const [issue] = error.issues;
    return `The body does not fit its schema at "${issue?.path.join('.')}": ${issue?.message}`;
  }
  // Parsing drops the keys a schema does not know.
  return isDeepStrictEqual(body, data) ? null : 'The body has keys its schema does not declare.';
}

/** Why an error is not in the envelope, or not one the route declares. */
export function findErrorProblem({ policy }: ContractRoute, { status, headers, text }: ResponseParts): Problem {
  if (status < 400) return null;
  const { errors, envelope } = vocabularyOf({ policy });
  const failure = envelope.read(parseJson(text));
  if (failure === null) return `The error does not have the form of the contract, ${envelope.mediaType}.`;
  const { code, details, requestId } = failure;
  if (requestId !== headers.get(headerNames.requestId)) return 'error.requestId differs from X-Request-Id.';
  const known = errors[code];
  if (known === undefined) return `The code "${code}" is not in the error table.`;
  if (known.status !== status) return `The code "${code}" belongs to ${known.status}, not to ${status}.`;
  if (!policy.errors.includes(code)) return `The contract does not declare the code "${code}" for this operation.`;
  const fits = !(known.details instanceof z.ZodType) || known.details.safeParse(details).success;
  return fits ? null : `The details of "${code}" do not fit their schema.`;
}

/** The vocabulary of the API a route belongs to; the default one for a plain route. */
export function vocabularyOf({ policy }: Pick<ContractRoute, 'policy'>): Vocabulary {
  return policy[vocabularyKey] ?? standardVocabulary;
}

/** ts-rest's `c.otherResponse()`. */
function otherTypeOf(declared: unknown): readonly string[] | null {
  const isOther = typeof declared === 'object' && declared !== null && 'contentType' in declared;
  return isOther ? [String(declared.contentType).split(';', 1)[0] as string] : null;
}

/** Parses JSON; undefined when it is malformed. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
