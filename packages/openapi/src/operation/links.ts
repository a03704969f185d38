import { policyOf } from '@contract-kit/http-spec';
import type { Link, MediaType } from '../document.ts';
import { isRecord } from '../schemas/json-schema.ts';
import type { SchemaRegistry } from '../schemas/schema-registry.ts';
import type { AppRoute } from '../ts-rest.ts';

/** An operation on one record: `GET /todos/:id`. */
export interface RecordOperation {
  readonly operationId: string;
  /** The path of its collection: `/todos`. */
  readonly collection: string;
  /** The only parameter of its path. */
  readonly parameter: string;
}

export function findRecordOperations(routes: readonly AppRoute[]): RecordOperation[] {
  return routes.flatMap((route) => {
    const [, collection, parameter] = /^([^:]+)\/:(\w+)[^:]*$/.exec(route.path) ?? [];
    if (collection === undefined || parameter === undefined) return [];
    return [{ operationId: policyOf(route).operationId, collection, parameter }];
  });
}

/**
 * Follow-up operations for the `{ data }` that a POST returns: operations on the created record by its `id`, and
 * operations with a parameter that the record has as a field (`jobId`).
 */
export function createLinks(
  { method, path }: Pick<AppRoute, 'method' | 'path'>,
  content: Readonly<Record<string, MediaType>> | undefined,
  operations: readonly RecordOperation[],
  registry: SchemaRegistry,
): Readonly<Record<string, Link>> | undefined {
  if (method !== 'POST') return undefined;
  const body = propertiesOf(content?.['application/json']?.schema, registry);
  const record = propertiesOf(body.data, registry);
  const links = operations.flatMap(({ operationId, collection, parameter }): [string, Link][] => {
    const name = collection === path ? 'id' : parameter;
    // The `id` belongs to the created record only.
    if ((collection !== path && name === 'id') || !isText(record[name], registry)) return [];
    return [[operationId, { operationId, parameters: { [parameter]: `$response.body#/data/${name}` } }]];
  });
  return links.length > 0 ? Object.fromEntries(links) : undefined;
}

function isText(schema: unknown, registry: SchemaRegistry): boolean {
  return isRecord(schema) && registry.resolve(schema).type === 'string';
}

function propertiesOf(schema: unknown, registry: SchemaRegistry): Readonly<Record<string, unknown>> {
  const { properties } = isRecord(schema) ? registry.resolve(schema) : {};
  return isRecord(properties) ? properties : {};
}
