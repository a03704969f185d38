import type { JsonSchema } from '@contract-kit/openapi';
import { fingerprint, isRecord } from '@contract-kit/openapi/schemas';

/** A normalized schema with its references resolved. */
export interface SchemaView {
  /** Its own types without `null`; `null` when it states none. */
  readonly types: readonly string[] | null;
  readonly admitsNull: boolean;
  /** The values it lists, without null; `null` when it lists none. */
  readonly values: readonly unknown[] | null;
  /** The alternatives of a union, without null; `null` if it is not a union. */
  readonly variants: readonly JsonSchema[] | null;
  readonly keywords: JsonSchema;
}

export type NamedSchemas = Readonly<Record<string, JsonSchema>>;

/** The name a schema refers to, when it is a reference. */
export function referenceOf(schema: JsonSchema): string | undefined {
  return typeof schema.$ref === 'string' ? schema.$ref.replace('#/schemas/', '') : undefined;
}

/**
 * @param schemas those that references name.
 * @param above names of the enclosing unions: a union may contain itself.
 */
export function viewOf(schema: JsonSchema, schemas: NamedSchemas, above: ReadonlySet<string> = new Set()): SchemaView {
  const within = new Set(above);
  const followed = follow(schema, schemas, within);
  const { type, enum: list, const: only, anyOf, oneOf, discriminator: _, ...keywords } = followed;
  const listed = 'const' in followed ? [only] : Array.isArray(list) ? list : null;
  const types = type === undefined ? null : [type].flat().map(String);
  const choices = [anyOf, oneOf].find(Array.isArray) as readonly JsonSchema[] | undefined;
  const variants = choices?.filter((choice) => !isNull(choice, schemas)) ?? null;
  const admitsNull =
    (types?.includes('null') ?? true) &&
    (listed?.includes(null) ?? true) &&
    (choices?.some((choice) => isNull(choice, schemas) || viewOf(choice, schemas, within).admitsNull) ?? true) &&
    listOf(keywords.allOf).every((condition) => viewOf(condition, schemas, within).admitsNull);
  const [single, ...further] = variants ?? [];
  if (single !== undefined && further.length === 0) {
    return { ...viewOf({ ...keywords, ...follow(single, schemas, within) }, schemas, within), admitsNull };
  }
  return {
    types: withoutIntegers(types?.filter((name) => name !== 'null') ?? impliedTypes(listed)),
    admitsNull,
    values: listed?.filter((value) => value !== null) ?? null,
    variants,
    keywords,
  };
}

/** True for a schema that admits any value. */
export function isAnything({ types, values, variants, keywords }: SchemaView): boolean {
  const constraints = Object.keys(keywords).filter((keyword) => keyword !== 'default' && keyword !== 'deprecated');
  return types === null && values === null && variants === null && constraints.length === 0;
}

/** A schema may be a condition of itself. */
const deepest = 8;

/** Whether a primitive value fits a schema that is not a union; false for other values. */
export function admitsScalar(schema: JsonSchema, value: unknown, schemas: NamedSchemas, depth = 0): boolean {
  const { types, admitsNull, values, variants, keywords } = viewOf(schema, schemas);
  if (value === null) return admitsNull;
  if (variants !== null || typeof value === 'object') return false;
  const conditions = depth < deepest ? listOf(keywords.allOf) : [];
  if (!conditions.every((condition) => admitsScalar(condition, value, schemas, depth + 1))) return false;
  if (values !== null) return values.includes(value);
  const type = Number.isInteger(value) && !types?.includes('number') ? 'integer' : typeof value;
  if (types !== null && !types.includes(type)) return false;
  if (typeof value === 'number') return admitsNumber(keywords, value);
  if (typeof value !== 'string') return true;
  const { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = keywords;
  const fits = typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value);
  return fits && value.length >= Number(minLength) && value.length <= Number(maxLength);
}

/** `true` and absence admit anything, `false` nothing. */
export function toSchema(value: unknown): JsonSchema {
  if (value === false) return { not: {} };
  return isRecord(value) ? value : {};
}

export function listOf(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value : [];
}

function admitsNumber(keywords: JsonSchema, value: number): boolean {
  const { minimum = Number.NEGATIVE_INFINITY, exclusiveMinimum = Number.NEGATIVE_INFINITY, multipleOf } = keywords;
  const { maximum = Number.POSITIVE_INFINITY, exclusiveMaximum = Number.POSITIVE_INFINITY } = keywords;
  if (value < Number(minimum) || value <= Number(exclusiveMinimum)) return false;
  if (value > Number(maximum) || value >= Number(exclusiveMaximum)) return false;
  return typeof multipleOf !== 'number' || Number.isInteger(value / multipleOf);
}

function follow(schema: JsonSchema, schemas: NamedSchemas, seen: Set<string>): JsonSchema {
  const { $defs: _, ...own } = schema;
  const name = referenceOf(own);
  if (name === undefined) return own;
  // A reference to itself admits nothing.
  if (seen.has(name)) return { type: [] };
  const { $ref, ...beside } = own;
  return { ...follow(schemas[name] ?? {}, schemas, seen.add(name)), ...beside };
}

function isNull(schema: JsonSchema, schemas: NamedSchemas): boolean {
  const { type, const: only } = follow(schema, schemas, new Set());
  return type === 'null' || only === null;
}

/** `number` admits integers already. */
function withoutIntegers(types: readonly string[] | null): readonly string[] | null {
  return types?.includes('number') ? types.filter((name) => name !== 'integer') : types;
}

/** The types of enum values, if the schema states none. */
function impliedTypes(values: readonly unknown[] | null): readonly string[] | null {
  if (values === null) return null;
  const types = values
    .filter((value) => value !== null)
    .map((value) => (Array.isArray(value) ? 'array' : typeof value));
  return [...new Set(types)];
}

/** The schema as canonical text, independent of the order of members, names and alternatives. */
export function textOf(schema: unknown): string {
  return fingerprint(sortSets(schema));
}

const sets = new Set(['required', 'enum', 'type', 'anyOf', 'oneOf', 'allOf']);

function sortSets(value: unknown, keyword = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => sortSets(item));
    return sets.has(keyword) ? items.sort((a, b) => (fingerprint(a) < fingerprint(b) ? -1 : 1)) : items;
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, sortSets(member, name)]));
}
