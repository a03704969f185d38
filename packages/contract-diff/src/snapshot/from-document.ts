import type { JsonSchema } from '@contract-kit/openapi';
import { isRecord, mapDeep } from '@contract-kit/openapi/schemas';
import { isPolicyHeader, isPolicyParameter } from './policy-fields.ts';
import type {
  BodySnapshot,
  Content,
  EventSnapshot,
  HeaderSnapshot,
  OperationSnapshot,
  ParameterSnapshot,
  PolicySnapshot,
  ResponseSnapshot,
  Snapshot,
} from './snapshot.ts';

type Json = Record<string, unknown>;

/** The part of a snapshot that an OpenAPI 3.1 document contains. */
export type DescribedParts = Pick<Snapshot, 'operations' | 'schemas' | 'events' | 'errorBody'>;

const methods = ['get', 'put', 'post', 'delete', 'patch', 'options', 'head', 'trace', 'query'];

/** Keywords that do not restrict valid values. */
const annotations = [
  'description',
  'title',
  'examples',
  'example',
  'readOnly',
  'writeOnly',
  '$comment',
  'externalDocs',
];

/**
 * Reads the operations, events and schemas of an OpenAPI 3.1 document.
 *
 * @param policies by operation id, of a document made by `createOpenApiDocument()`. Parts that follow from a policy are
 * left out. Absent for any other document.
 * @throws TypeError unless it is an OpenAPI 3.1 document.
 */
export function readDocument(document: unknown, policies?: Readonly<Record<string, PolicySnapshot>>): DescribedParts {
  if (!isRecord(document) || !String(document.openapi).startsWith('3.1')) {
    throw new TypeError('It is not an OpenAPI 3.1 document.');
  }
  const read = createReader(document, policies !== undefined);
  const operations = entriesOf(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method): [string, OperationSnapshot][] => {
      const operation = recordOf(item)[method];
      if (!isRecord(operation)) return [];
      const id = typeof operation.operationId === 'string' ? operation.operationId : `${method.toUpperCase()} ${path}`;
      const shared = recordOf(item).parameters;
      return [[id, { method: method.toUpperCase(), path, ...read.operation(operation, shared, policies?.[id]) }]];
    }),
  );
  const events = entriesOf(document.webhooks).map(([name, item]) => [name, read.event(recordOf(recordOf(item).post))]);
  const errors = read.content(recordOf(recordOf(recordOf(document.components).responses).MethodNotAllowed));
  return {
    ...(errors !== undefined && { errorBody: errors }),
    operations: Object.fromEntries(operations.map(([id, operation]) => [id, withColons(operation)])),
    ...(events.length > 0 && { events: Object.fromEntries(events) as Record<string, EventSnapshot> }),
    schemas: Object.fromEntries(
      entriesOf(recordOf(document.components).schemas).map(([name, schema]) => [name, toPlainSchema(schema)]),
    ),
  };
}

/** @param isOurs its shared header fields follow from policies. */
function createReader(document: Json, isOurs: boolean) {
  const resolve = (node: unknown): Json => {
    const seen = new Set<string>();
    let found = recordOf(node);
    while (typeof found.$ref === 'string' && !seen.has(found.$ref)) {
      seen.add(found.$ref);
      const names = found.$ref.replace(/^#\//, '').split('/');
      found = recordOf(names.reduce<unknown>((value, name) => recordOf(value)[name], document));
    }
    return found;
  };

  const content = (node: Json): Content | undefined => {
    const types = entriesOf(node.content);
    if (types.length === 0) return undefined;
    return Object.fromEntries(types.map(([type, media]) => [type, toPlainSchema(recordOf(media).schema)]));
  };

  const parameter = (node: Json): ParameterSnapshot => ({
    name: String(node.name),
    in: String(node.in),
    ...(node.required === true && { required: true }),
    ...(node.deprecated === true && { deprecated: true }),
    ...(node.in === 'query' && typeof node.explode === 'boolean' && { list: node.explode ? 'repeated' : 'commas' }),
    schema: toPlainSchema(node.schema),
  });

  const headers = (node: Json, hasPolicy: boolean): Record<string, HeaderSnapshot> | undefined => {
    const own = entriesOf(node.headers).filter(
      ([name, header]) => !isPolicyHeader(name) || !(hasPolicy || (isOurs && recordOf(header).$ref !== undefined)),
    );
    if (own.length === 0) return undefined;
    const described = own.map(([name, header]): [string, HeaderSnapshot] => {
      const { required, schema } = resolve(header);
      return [name, { ...(required === true && { required: true }), schema: toPlainSchema(schema) }];
    });
    return Object.fromEntries(described);
  };

  const response = (node: unknown, hasPolicy: boolean): ResponseSnapshot => {
    const described = resolve(node);
    const own = headers(described, hasPolicy);
    const types = content(described);
    return { ...(own && { headers: own }), ...(types && { content: types }) };
  };

  const body = (node: unknown): BodySnapshot | undefined => {
    const described = resolve(node);
    const types = content(described);
    return types && { ...(described.required === true && { required: true }), content: types };
  };

  return {
    content,
    operation(node: Json, shared: unknown, policy: PolicySnapshot | undefined) {
      const declared = [...listOf(shared), ...listOf(node.parameters)].map((each) => parameter(resolve(each)));
      const own = declared.filter((each) => policy === undefined || !isPolicyParameter(each));
      const statuses = entriesOf(node.responses).filter(
        ([status]) => policy === undefined || (Number(status) < 400 && status !== '304'),
      );
      const taken = node.requestBody === undefined ? undefined : body(node.requestBody);
      return {
        ...(node.deprecated === true && { deprecated: true as const }),
        ...(policy !== undefined && { policy }),
        ...(own.length > 0 && { parameters: own }),
        ...(taken && { body: taken }),
        responses: Object.fromEntries(statuses.map(([status, each]) => [status, response(each, policy !== undefined)])),
      };
    },
    event(node: Json): EventSnapshot {
      const fields = listOf(node.parameters).map((each) => parameter(resolve(each)));
      const named = fields.map(
        ({ name, required, schema }) => [name, { ...(required && { required }), schema }] as const,
      );
      return {
        ...(named.length > 0 && { headers: Object.fromEntries(named) }),
        content: content(resolve(node.requestBody)) ?? {},
      };
    },
  };
}

/** A schema without descriptions, with references as in snapshots. */
export function toPlainSchema(schema: unknown): JsonSchema {
  if (!isRecord(schema)) return {};
  return mapDeep(schema, (part) => {
    const kept = Object.entries(part).filter(
      ([keyword, value]) => value !== undefined && !annotations.includes(keyword) && !keyword.startsWith('x-'),
    );
    return Object.fromEntries(
      kept.map(([keyword, value]) => [keyword, keyword === '$ref' ? plainReference(String(value)) : value]),
    );
  });
}

function plainReference(ref: string): string {
  return ref.replace(/^#\/(?:components\/schemas|\$defs)\//, '#/schemas/');
}

/** With `:params`, as contracts write them. */
function withColons({ path, ...operation }: OperationSnapshot): OperationSnapshot {
  const { method, ...rest } = operation;
  return { method, path: path.replaceAll(/\{(\w+)\}/g, ':$1'), ...rest };
}

function entriesOf(value: unknown): [string, unknown][] {
  return Object.entries(recordOf(value));
}

function recordOf(value: unknown): Json {
  return isRecord(value) ? value : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
