import { isRecord, type JsonSchema } from '../schemas/json-schema.ts';
import { mapSubschemas } from '../schemas/subschemas.ts';

/**
 * The keywords of a Schema Object (OpenAPI 3.0.3 §4.7.24), except `$ref`, and except `uniqueItems`, which generators
 * turn into unordered sets.
 */
const keywords = new Set([
  ...['title', 'description', 'type', 'format', 'enum', 'example', 'nullable', 'discriminator'],
  ...['readOnly', 'writeOnly', 'deprecated', 'externalDocs', 'allOf', 'anyOf', 'oneOf', 'not'],
  ...['multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength', 'pattern'],
  ...['items', 'minItems', 'maxItems'],
  ...['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
]);

/**
 * A JSON Schema 2020-12 as a Schema Object of OpenAPI 3.0.3. What 3.0 cannot express is left out, so the result admits
 * at least what the original admits. Objects are left open.
 */
export function toSchema30(schema: JsonSchema): JsonSchema {
  const { $ref, ...inner } = mapSubschemas(withoutNull(schema), toSchema30);
  const json = withClassicBounds(withOneValue(withExample(withoutDefault(withTypes(withOpenKeys(inner))))));
  const { additionalProperties, not } = json;
  // Generated classes of closed objects would fail when the API adds a field.
  if (additionalProperties === false) delete json.additionalProperties;
  if (isRecord(additionalProperties) && Object.keys(additionalProperties).length === 0)
    json.additionalProperties = true;
  if (isRecord(not) && Object.keys(not).length === 0) delete json.not;
  if (json.type === 'array') json.items ??= {};
  // Generators map the format to a type that does not support patterns.
  if (json.format === 'date' || json.format === 'date-time') delete json.pattern;
  const kept = Object.fromEntries(Object.entries(json).filter(([keyword]) => keywords.has(keyword)));
  if ($ref === undefined) return kept;
  // Siblings of `$ref` are ignored (OpenAPI 3.0.3 §4.7.23).
  return Object.keys(kept).length === 0 ? { $ref } : { ...kept, allOf: [{ $ref }] };
}

/**
 * Pattern properties as properties of any name; next to named properties without a type, because generated classes
 * cannot combine them.
 */
function withOpenKeys(schema: JsonSchema): JsonSchema {
  const { patternProperties, ...rest } = schema;
  const [value, ...others] = isRecord(patternProperties) ? Object.values(patternProperties) : [];
  if (value === undefined) return schema;
  return { ...rest, additionalProperties: others.length === 0 && rest.properties === undefined ? value : {} };
}

/** `{ type: 'null' }` among alternatives as `nullable`; a single remaining alternative replaces the union. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const keyword = ['anyOf', 'oneOf'].find((name) => Array.isArray(schema[name]));
  if (keyword === undefined) return schema;
  const { [keyword]: all, ...rest } = schema;
  const branches = (all as JsonSchema[]).filter(({ type }) => type !== 'null');
  const nullable = branches.length < (all as JsonSchema[]).length && { nullable: true };
  const [only = {}] = branches;
  const isText = branches.length > 1 && branches.every(({ type }) => type === 'string');
  if (isText) return { ...rest, ...nullable, type: 'string' };
  if (branches.length !== 1) return { ...rest, ...nullable, [keyword]: branches.map(toAlternative) };
  return '$ref' in only && Object.keys({ ...rest, ...nullable }).length > 0
    ? { ...rest, ...nullable, allOf: [only] }
    : { ...only, ...rest, ...nullable };
}

/**
 * An alternative for generators: a bare reference, and text without a date format, because some generators' date types
 * do not fit into unions.
 */
function toAlternative({ $ref, ...schema }: JsonSchema): JsonSchema {
  if ($ref !== undefined) return { $ref };
  const { format, ...plain } = schema;
  return format === 'date' || format === 'date-time' ? plain : schema;
}

/** A list of types as one type, `nullable`, or alternatives. */
function withTypes(schema: JsonSchema): JsonSchema {
  const { type, ...rest } = schema;
  if (!Array.isArray(type)) return schema;
  const types = type.filter((name) => name !== 'null');
  const nullable = types.length < type.length && { nullable: true };
  if (types.length === 1) return { type: types[0], ...rest, ...nullable };
  return { ...rest, ...nullable, ...(types.length > 1 && { anyOf: types.map((name) => ({ type: name })) }) };
}

/**
 * Moves a default into the description, because generated clients would send a declared default, which is for the
 * server to apply.
 */
function withoutDefault(schema: JsonSchema): JsonSchema {
  const { default: value, ...rest } = schema;
  if (value === undefined) return schema;
  const { description } = rest;
  if (typeof value === 'object' || String(description).includes('Default')) return rest;
  const words = `Default: \`${String(value)}\`.`;
  return { ...rest, description: typeof description === 'string' ? `${description} ${words}` : words };
}

function withExample(schema: JsonSchema): JsonSchema {
  const { examples, ...rest } = schema;
  return Array.isArray(examples) && examples.length > 0 ? { ...rest, example: examples[0] } : schema;
}

/** A constant as an enum of one; null in an enum as `nullable`. */
function withOneValue(schema: JsonSchema): JsonSchema {
  const { const: constant, ...rest } = schema;
  if (constant !== undefined) return { ...rest, enum: [constant] };
  if (!Array.isArray(rest.enum) || !rest.enum.includes(null)) return schema;
  return { ...rest, enum: rest.enum.filter((value) => value !== null), nullable: true };
}

/** `exclusiveMinimum: 0` as `minimum: 0, exclusiveMinimum: true`. */
function withClassicBounds(schema: JsonSchema): JsonSchema {
  const { exclusiveMinimum, exclusiveMaximum } = schema;
  return {
    ...schema,
    ...(typeof exclusiveMinimum === 'number' && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(typeof exclusiveMaximum === 'number' && { maximum: exclusiveMaximum, exclusiveMaximum: true }),
  };
}
