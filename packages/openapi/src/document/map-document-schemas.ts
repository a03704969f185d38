import type {
  Components,
  Header,
  MediaType,
  OpenApiDocument,
  Operation,
  Parameter,
  PathItem,
  Response,
} from '../document.ts';
import type { JsonSchema } from '../schemas/json-schema.ts';

/** The position of a schema in a document. */
export interface SchemaPlace {
  readonly kind: 'component' | 'request' | 'response' | 'parameter' | 'header';
  /** A schema name for this position: `TodoCreate`, `TodosCreateRequest`. */
  readonly name: string;
}

type Table<T> = Readonly<Record<string, T>>;
type MapSchema = (schema: JsonSchema, place: SchemaPlace) => JsonSchema;

/** Copies a document with every top-level schema replaced: components first, then the others. */
export function mapDocumentSchemas(document: OpenApiDocument, map: MapSchema): OpenApiDocument {
  const components = mapComponents(document.components, map);
  return {
    ...document,
    paths: mapValues(document.paths, (item) => mapPathItem(item, map)),
    ...(document.webhooks && { webhooks: mapValues(document.webhooks, (item) => mapPathItem(item, map)) }),
    components,
  };
}

function mapComponents(components: Components, map: MapSchema): Components {
  return {
    ...components,
    schemas: mapValues(components.schemas, (schema, name) => map(schema, { kind: 'component', name })),
    responses: mapValues(components.responses, (response, name) => mapResponse(response, `${name}Error`, map)),
    parameters: mapValues(components.parameters, (parameter) => mapParameter(parameter, map)),
    headers: mapValues(components.headers, (header, name) => mapHeader(header, name, map)),
  };
}

function mapPathItem(item: PathItem, map: MapSchema): PathItem {
  return mapValues(item, (operation) => mapOperation(operation, map));
}

function mapOperation(operation: Operation, map: MapSchema): Operation {
  const { operationId, parameters, requestBody, responses } = operation;
  const name = pascalCase(operationId);
  // `…Response`, `…Params` and `…Body` of an operation are names that generators create themselves.
  return {
    ...operation,
    ...(parameters && { parameters: parameters.map((each) => ('$ref' in each ? each : mapParameter(each, map))) }),
    ...(requestBody && {
      requestBody: {
        ...requestBody,
        content: mapContent(requestBody.content, { kind: 'request', name: `${name}Request` }, map),
      },
    }),
    responses: mapValues(responses, (response) =>
      '$ref' in response ? response : mapResponse(response, `${name}Result`, map),
    ),
  };
}

function mapParameter(parameter: Parameter, map: MapSchema): Parameter {
  const { name, schema } = parameter;
  return schema === undefined
    ? parameter
    : { ...parameter, schema: map(schema, { kind: 'parameter', name: pascalCase(name) }) };
}

function mapHeader(header: Header, name: string, map: MapSchema): Header {
  return { ...header, schema: map(header.schema, { kind: 'header', name: pascalCase(name) }) };
}

function mapResponse(response: Response, name: string, map: MapSchema): Response {
  const { headers, content } = response;
  return {
    ...response,
    ...(headers && {
      headers: mapValues(headers, (header, field) => ('$ref' in header ? header : mapHeader(header, field, map))),
    }),
    ...(content && { content: mapContent(content, { kind: 'response', name }, map) }),
  };
}

function mapContent(content: Table<MediaType>, { kind, name }: SchemaPlace, map: MapSchema): Table<MediaType> {
  return mapValues(content, (media, type) => {
    const isForm = type === 'multipart/form-data';
    const place = { kind, name: isForm ? name.replace(/Request$/, 'Form') : name };
    return media.schema === undefined ? media : { ...media, schema: map(media.schema, place) };
  });
}

export function mapValues<T, U>(table: Table<T>, map: (value: T, name: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, map(value, name)]));
}

/** `todos.create` as `TodosCreate`, `due_at` as `DueAt`. */
export function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
