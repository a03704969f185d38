import type { Vocabulary } from '@contract-kit/http-spec';
import type { OpenApiDocument } from '@contract-kit/openapi';
import type { ContractRoute } from './contract-route.ts';
import { parseJson, type ReceivedAnswer, vocabularyOf } from './find-answer-problems.ts';

/** The parts of an OpenAPI document that say which headers an answer has. */
export interface HeaderDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationPart>>>>;
  readonly components: {
    readonly headers: Readonly<Record<string, { readonly schema: HeaderSchema }>>;
    readonly responses: Readonly<Record<string, ResponsePart>>;
  };
}

interface OperationPart {
  readonly responses: Readonly<Record<string, ResponsePart>>;
}

interface ResponsePart {
  readonly $ref?: string;
  /** A reference to a component, or the header itself. */
  readonly headers?: Readonly<Record<string, { readonly $ref?: string; readonly schema?: HeaderSchema }>>;
}

interface HeaderSchema {
  readonly type: 'string' | 'integer';
  readonly minimum?: number;
}

/** The part of a contract's own document that {@link findHeaderProblem} reads. */
export function toHeaderDocument(document: OpenApiDocument): HeaderDocument {
  return document as unknown as HeaderDocument;
}

/** Why the headers of an answer are not the documented ones: one is missing, or is no such number. */
export function findHeaderProblem(
  route: ContractRoute,
  answer: ReceivedAnswer,
  document: HeaderDocument,
): string | null {
  for (const [name, { type, minimum = 0 }] of documentedHeaders(route, answer, document)) {
    const value = answer.headers.get(name);
    if (value === null) return `The header ${name} is missing.`;
    if (type === 'integer' && !(Number(value) >= minimum)) return `The header ${name} is "${value}", not a number.`;
  }
  return null;
}

/** The headers an answer must have, with their schemas. */
function documentedHeaders(
  route: ContractRoute,
  answer: ReceivedAnswer,
  { paths, components }: HeaderDocument,
): [string, HeaderSchema][] {
  const { path, method } = route;
  const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  const response = operation?.responses[answer.status];
  const name = response?.$ref?.split('/').at(-1);
  const { headers = {} } = (name === undefined ? response : components.responses[name]) ?? {};
  return Object.entries(headers)
    .filter(
      ([header]) =>
        header !== 'Idempotent-Replayed' && (header !== 'Retry-After' || asksToWait(answer, vocabularyOf(route))),
    )
    .map(([header, { schema }]) => [header, schema ?? (components.headers[header]?.schema as HeaderSchema)]);
}

/** Codes of one status share a documented answer; only some of them say when to come back. */
function asksToWait({ text }: ReceivedAnswer, { errors, envelope }: Vocabulary): boolean {
  const failure = envelope.read(parseJson(text));
  return failure !== null && errors[failure.code]?.retry === 'after';
}
