import type { Vocabulary } from '@contract-kit/http-spec';
import type { OpenApiDocument } from '@contract-kit/openapi';
import type { ContractRoute } from './contract-route.ts';
import { parseJson, type ResponseParts, vocabularyOf } from './find-response-problems.ts';

/** The parts of an OpenAPI document that declare response headers. */
export interface HeaderDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationPart>>>>;
  readonly components: {
    readonly headers: Readonly<Record<string, DocumentedHeader>>;
    readonly responses: Readonly<Record<string, ResponsePart>>;
  };
}

interface OperationPart {
  readonly responses: Readonly<Record<string, ResponsePart>>;
}

interface ResponsePart {
  readonly $ref?: string;
  /** A reference to a component, or the header itself. */
  readonly headers?: Readonly<Record<string, { readonly $ref?: string } & Partial<DocumentedHeader>>>;
}

interface DocumentedHeader {
  readonly required?: boolean;
  readonly schema: HeaderSchema;
}

interface HeaderSchema {
  readonly type: 'string' | 'integer';
  readonly minimum?: number;
}

/** The part of a contract's own document that {@link findHeaderProblem} reads. */
export function toHeaderDocument(document: OpenApiDocument): HeaderDocument {
  return document as unknown as HeaderDocument;
}

/** Why the headers of a response are not the documented ones: one is missing, or is not such a number. */
export function findHeaderProblem(
  route: ContractRoute,
  response: ResponseParts,
  document: HeaderDocument,
): string | null {
  for (const [name, { type, minimum = 0 }] of documentedHeaders(route, response, document)) {
    const value = response.headers.get(name);
    if (value === null) return `The header ${name} is missing.`;
    if (type === 'integer' && !(Number(value) >= minimum)) return `The header ${name} is "${value}", not a number.`;
  }
  return null;
}

/** Fields of the connection and of the body, which documents do not declare. */
const undocumented = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/** The names of undocumented header fields of a response. */
export function findUndeclaredHeaders(
  route: ContractRoute,
  { status, headers }: Pick<ResponseParts, 'status' | 'headers'>,
  document: HeaderDocument,
): string[] {
  const declared = new Set(headersOf(route, status, document).map(([name]) => name.toLowerCase()));
  return [...headers.keys()].filter((name) => !declared.has(name) && !undocumented.has(name));
}

/** The headers a response must have, with their schemas. */
function documentedHeaders(
  route: ContractRoute,
  response: ResponseParts,
  document: HeaderDocument,
): [string, HeaderSchema][] {
  return headersOf(route, response.status, document)
    .filter(([name, { required }]) =>
      name === 'Retry-After' ? asksToWait(response, vocabularyOf(route)) : required === true,
    )
    .map(([name, { schema }]) => [name, schema]);
}

function headersOf(
  { path, method }: ContractRoute,
  status: number,
  { paths, components }: HeaderDocument,
): [string, DocumentedHeader][] {
  const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  const response = operation?.responses[status];
  const name = response?.$ref?.split('/').at(-1);
  const { headers = {} } = (name === undefined ? response : components.responses[name]) ?? {};
  return Object.entries(headers).map(([field, header]) => {
    const shared = header.$ref?.split('/').at(-1);
    return [field, (shared === undefined ? header : components.headers[shared]) as DocumentedHeader];
  });
}

/** Codes of one status share a documented response; only some of them carry Retry-After. */
function asksToWait({ text }: ResponseParts, { errors, envelope }: Vocabulary): boolean {
  const failure = envelope.read(parseJson(text));
  return failure !== null && errors[failure.code]?.retry === 'after';
}
