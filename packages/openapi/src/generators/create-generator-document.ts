import { mapDocumentSchemas, mapValues } from '../document/map-document-schemas.ts';
import type {
  Components,
  MediaType,
  OpenApiDocument,
  Operation,
  RequestBody,
  Response,
  Security,
} from '../document.ts';
import { isRecord, type JsonSchema, refsOf } from '../schemas/json-schema.ts';
import { mapDeep } from '../schemas/subschemas.ts';
import { narrowUnion } from './narrow-union.ts';
import { toSchema30 } from './to-schema-30.ts';
import { withPlainForms } from './with-plain-forms.ts';

/** A media type by the id of an operation. */
type MediaTypes = Readonly<Record<string, string>>;

/** The parts of OpenAPI 3.0.3 that this package writes. */
export type GeneratorDocument = Omit<OpenApiDocument, 'openapi' | 'webhooks'> & { readonly openapi: '3.0.3' };

export interface GeneratorDocumentOptions {
  /** The media type to send, by the id of an operation that takes several. Default: the first one. */
  readonly requestMediaTypes?: MediaTypes;
}

/**
 * A variant of a {@link createOpenApiDocument} document for client generators: OpenAPI 3.0.3, which all of them read,
 * with one media type per body, one spelling of each value, and open objects. Its clients send only what the original
 * allows; closed objects, other spellings and webhooks are left out.
 *
 * @throws TypeError naming an operation or media type of the options that the document does not have.
 * @example
 * const document = await createOpenApiDocument(contract, { info });
 * await writeFile('openapi.generators.json', toCanonicalJson(createGeneratorDocument(document)));
 */
export function createGeneratorDocument(
  document: OpenApiDocument,
  options: GeneratorDocumentOptions = {},
): GeneratorDocument {
  const { requestMediaTypes = {} } = options;
  assertMediaTypes(requestMediaTypes, document);
  const paths = mapValues(document.paths, (item) =>
    mapValues(item, (operation) =>
      toOperation(operation, document.components, requestMediaTypes[operation.operationId]),
    ),
  );
  const { webhooks, info, ...rest } = document;
  const { summary: _, license, ...texts } = info;
  const responses = mapValues(document.components.responses, toResponse);
  const narrowed = narrowRequests({ ...rest, info, paths, components: { ...document.components, responses } });
  const converted = mapDocumentSchemas(withPlainForms(narrowed), toSchema30);
  return {
    ...converted,
    openapi: '3.0.3',
    info: { ...texts, ...(license && { license: toLicense(license) }) },
    components: toComponents(converted, webhooks),
  };
}

/** SPDX identifiers exist only in OpenAPI 3.1; the name is sufficient. */
function toLicense({ name, url }: { readonly name: string; readonly url?: string }) {
  return { name, ...(url !== undefined && { url }) };
}

function assertMediaTypes(wanted: MediaTypes, { paths }: OpenApiDocument): void {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  for (const [id, type] of Object.entries(wanted)) {
    const operation = operations.find(({ operationId }) => operationId === id);
    if (operation?.requestBody?.content[type] !== undefined) continue;
    throw new TypeError(
      `requestMediaTypes: ${operation ? `${id} does not take ${type}` : `there is no operation ${id}`}.`,
    );
  }
}

function toOperation(operation: Operation, { securitySchemes }: Components, mediaType: string | undefined): Operation {
  const { requestBody, responses, security } = operation;
  return {
    ...operation,
    ...(requestBody && { requestBody: { ...requestBody, content: onlyOne(requestBody.content, mediaType) } }),
    responses: mapValues(responses, (response) => ('$ref' in response ? response : toResponse(response))),
    ...(security && { security: toSecurity(security, securitySchemes) }),
  };
}

function onlyOne(content: RequestBody['content'], mediaType: string | undefined): RequestBody['content'] {
  return Object.fromEntries(
    Object.entries(content).filter(([type], index) => (mediaType === undefined ? index === 0 : type === mediaType)),
  );
}

const bytes: MediaType = { schema: { type: 'string', format: 'binary' } };

/** Describes a file of several types, or of any type, as bytes. */
function toResponse(response: Response): Response {
  const types = Object.keys(response.content ?? {});
  const isOne = types.length <= 1 && !types[0]?.includes('*');
  return isOne ? response : { ...response, content: { 'application/octet-stream': bytes } };
}

/** In OpenAPI 3.0 only OAuth 2 and OpenID Connect have scopes, and mutual TLS does not exist. */
function toSecurity(security: Security, schemes: Components['securitySchemes']): Security {
  return security
    .filter((alternative) => Object.keys(alternative).every((name) => schemes[name]?.type !== 'mutualTLS'))
    .map((alternative) => mapValues(alternative, (scopes, name) => (hasScopes(schemes[name]?.type) ? scopes : [])));
}

function hasScopes(type: unknown): boolean {
  return type === 'oauth2' || type === 'openIdConnect';
}

/** Narrows the unions of schemas that only requests use. */
function narrowRequests(document: OpenApiDocument): OpenApiDocument {
  const { schemas } = document.components;
  const sent = new Set<string>();
  const received = new Set<string>();
  mapDocumentSchemas(document, (schema, { kind }) => {
    if (kind !== 'component') reach(schema, kind === 'response' || kind === 'header' ? received : sent, schemas);
    return schema;
  });
  return mapDocumentSchemas(document, (schema, { kind, name }) => {
    const isSent =
      kind === 'component' ? sent.has(name) && !received.has(name) : kind === 'request' || kind === 'parameter';
    return isSent ? mapDeep(schema, narrowUnion) : schema;
  });
}

/** Adds the names of the schemas that a value refers to, directly or through others. */
function reach(value: unknown, names: Set<string>, schemas: Readonly<Record<string, JsonSchema>>): void {
  for (const ref of refsOf(value)) {
    const name = ref.split('/').at(-1) ?? '';
    if (!ref.startsWith('#/components/schemas/') || names.has(name)) continue;
    names.add(name);
    reach(schemas[name], names, schemas);
  }
}

/** The components that are still referred to; schemas of webhooks stay, for receivers. */
function toComponents({ paths, components }: OpenApiDocument, webhooks: OpenApiDocument['webhooks']): Components {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const ref of refsOf(value)) {
      if (used.has(ref)) continue;
      used.add(ref);
      const [, , section = '', name = ''] = ref.split('/');
      visit((components[section as keyof Components] as Readonly<Record<string, unknown>> | undefined)?.[name]);
    }
  };
  visit(paths);
  visit(components.responses);
  for (const ref of refsOf(webhooks)) if (ref.startsWith('#/components/schemas/')) visit({ $ref: ref });
  const usedOnly = <T>(section: string, entries: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(entries).filter(([name]) => used.has(`#/components/${section}/${name}`)));
  return {
    ...components,
    schemas: usedOnly('schemas', components.schemas),
    parameters: usedOnly('parameters', components.parameters),
    headers: usedOnly('headers', components.headers),
    securitySchemes: Object.fromEntries(
      Object.entries(components.securitySchemes).filter(
        ([, scheme]) => isRecord(scheme) && scheme.type !== 'mutualTLS',
      ),
    ),
  };
}
