import { fileTypesOf } from '@contract-kit/http-spec/zod';
import { isRecord, isZodSchema, type JsonSchema } from '@contract-kit/openapi/schemas';
import type { AppRoute } from '../ts-rest.ts';
import { Definitions } from './tool-schemas.ts';

/** How deeply responses are described: the envelope, and the members of its records. */
const levels = 2;

/**
 * The content of an operation's JSON responses, by name and type; null if it has none. Descriptions and constraints are
 * left out: a model does not need them to read, and pays for every list of tools by the token.
 */
export function responseSchemaOf(route: AppRoute): JsonSchema | null {
  const definitions = new Definitions();
  const bodies = Object.entries(route.responses)
    .filter(([status, schema]) => Number(status) < 300 && isZodSchema(schema) && fileTypesOf(schema) === undefined)
    .map(([, schema]) => definitions.convert(schema as never, { direction: 'output', text: false, where: route.path }));
  return bodies.length === 0 ? null : outline({ anyOf: bodies }, definitions, levels);
}

function outline(schema: JsonSchema, definitions: Definitions, depth: number): JsonSchema {
  const shape = definitions.resolve(schema);
  const alternatives = shape.anyOf ?? shape.oneOf;
  if (Array.isArray(alternatives)) return unite(alternatives.map((entry) => outline(entry, definitions, depth)));
  const { type, properties, items } = shape;
  if (type === undefined) return {};
  return {
    type,
    ...(isRecord(properties) && depth > 0 && { properties: outlineEach(properties, definitions, depth - 1) }),
    ...(isRecord(items) && { items: outline(items, definitions, depth) }),
  };
}

function outlineEach(properties: JsonSchema, definitions: Definitions, depth: number): JsonSchema {
  const members = Object.entries(properties) as [string, JsonSchema][];
  return Object.fromEntries(members.map(([name, member]) => [name, outline(member, definitions, depth)]));
}

/** One shape that fits every alternative; parts in which they differ are left open. */
function unite(shapes: readonly JsonSchema[]): JsonSchema {
  const [only] = shapes;
  if (shapes.length === 1 && only !== undefined) return only;
  const types = [...new Set(shapes.flatMap(({ type }) => type ?? 'anything'))];
  if (types.includes('anything')) return {};
  const objects = shapes.filter(({ type }) => type === 'object').map(({ properties }) => properties);
  const lists = shapes.filter(({ type }) => type === 'array').map(({ items }) => items);
  return {
    type: types.length === 1 ? types[0] : types,
    ...(objects.length > 0 && objects.every(isRecord) && { properties: uniteMembers(objects) }),
    ...(lists.length > 0 && lists.every(isRecord) && { items: unite(lists) }),
  };
}

function uniteMembers(objects: readonly JsonSchema[]): JsonSchema {
  const names = new Set(objects.flatMap((properties) => Object.keys(properties)));
  const shapesOf = (name: string) => objects.map((properties) => properties[name]).filter(isRecord);
  return Object.fromEntries([...names].map((name) => [name, unite(shapesOf(name))]));
}
