import {
  type ContractRoute,
  type DocumentedSchema,
  documentedSchemaOf,
} from '@contract-kit/contract-testing/generating';
import { fileTypesOf } from '@contract-kit/http-spec/zod';
import { isRecord, isZodSchema, type JsonSchema } from '@contract-kit/openapi/schemas';
import { z } from 'zod';

/** A JSON response of a route, and the path of its record or list. */
export interface Shape {
  readonly schema: z.ZodType;
  readonly documented: DocumentedSchema;
  /** Names that lead to the record or the list: `['data']`; empty where the body is the record itself. */
  readonly path: readonly string[];
  readonly isList: boolean;
  /** The schema of one record. */
  readonly record: z.ZodType;
  readonly recordDocument: DocumentedSchema;
}

const shapes = new WeakMap<z.ZodType, Shape>();

/** @returns null for a response without a schema, or a file. */
export function shapeOf(route: ContractRoute, status: number): Shape | null {
  const schema = route.responses[status];
  if (!isZodSchema(schema) || fileTypesOf(schema) !== undefined) return null;
  const known = shapes.get(schema);
  if (known !== undefined) return known;
  const shape = toShape(schema, `${route.id} ${status}`);
  shapes.set(schema, shape);
  return shape;
}

function toShape(schema: z.ZodType, where: string): Shape {
  const documented = documentedSchemaOf(schema, { text: false, where, direction: 'output' });
  const path = pathIn(documented);
  const { schema: inner, json } = path.reduce(memberOf, { schema, json: documented.root, documented });
  const isList = documented.resolve(json).type === 'array';
  const [record, recordJson] = isList ? elementOf(inner, documented.resolve(json)) : [inner, json];
  return {
    schema,
    documented,
    path,
    isList,
    record,
    recordDocument: { root: documented.resolve(recordJson), resolve: documented.resolve },
  };
}

/** `data`, else the only list of the body, else its only member where that is an object. */
function pathIn({ root, resolve }: DocumentedSchema): readonly string[] {
  const { properties } = resolve(root);
  if (!isRecord(properties)) return [];
  const members = Object.entries(properties).map(([name, json]) => ({ name, type: resolve(json as JsonSchema).type }));
  const data = members.find(({ name, type }) => name === 'data' && (type === 'object' || type === 'array'));
  if (data !== undefined) return [data.name];
  const lists = members.filter(({ type }) => type === 'array');
  const isPage = members.some(({ name }) =>
    /^(total|count|page|pagination|meta|next\w*|has\w*|cursor|offset)$/.test(name),
  );
  if (lists.length === 1 && (isPage || members.length === 1)) return [lists[0]?.name as string];
  return members.length === 1 && members[0]?.type === 'object' ? [members[0].name] : [];
}

interface Part {
  readonly schema: z.ZodType;
  readonly json: JsonSchema;
  readonly documented: DocumentedSchema;
}

function memberOf({ schema, json, documented }: Part, name: string): Part {
  const { properties } = documented.resolve(json);
  const member = schema instanceof z.ZodObject ? (schema.shape[name] as z.ZodType | undefined) : undefined;
  return { schema: member ?? z.unknown(), json: (properties as Record<string, JsonSchema>)[name] ?? {}, documented };
}

function elementOf(schema: z.ZodType, { items }: JsonSchema): [z.ZodType, JsonSchema] {
  const element = schema instanceof z.ZodArray ? (schema.element as z.ZodType) : z.unknown();
  return [element, isRecord(items) ? items : {}];
}

/** True when two shapes show the same kind of record: one schema, or two of the same name. */
export function isSameRecord(one: Shape | null, other: Shape | null): boolean {
  if (one === null || other === null) return false;
  const name = one.record.meta()?.id;
  return one.record === other.record || (name !== undefined && name === other.record.meta()?.id);
}

/** The fields of a record, by name. */
export function fieldsOf({ recordDocument: { root } }: Shape): Readonly<Record<string, JsonSchema>> {
  return isRecord(root.properties) ? (root.properties as Record<string, JsonSchema>) : {};
}

/** A body around a record or list. @param around its other fields. */
export function wrap({ path }: Pick<Shape, 'path'>, content: unknown, around: object = {}): unknown {
  return path.reduceRight<unknown>((inner, name) => ({ ...around, [name]: inner }), content);
}

/** The statuses of successes, in the order they are preferred for a plain request. */
export function successesOf({ responses, policy }: ContractRoute): number[] {
  const statuses = Object.keys(responses).map(Number);
  return statuses.filter((status) => status >= 200 && status < 300 && !(status === 206 && policy.ranges === true));
}
