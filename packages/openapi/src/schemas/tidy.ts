import { isRecord, type JsonSchema } from './json-schema.ts';
import { mapSubschemas } from './subschemas.ts';

/** Formats whose zod pattern only spells out what the format already says. */
const selfExplaining = new Set(['date', 'date-time', 'duration', 'email', 'ipv4', 'ipv6', 'time', 'uri', 'uuid']);

/** What a reader looks for first stands first; other keywords follow in zod's order. */
const keywordOrder = ['$ref', 'title', 'description', 'deprecated', 'type', 'format', 'enum', 'const'];

/**
 * The same schema without what means nothing to a reader: safe-integer bounds, patterns that repeat a format,
 * `anyOf` where a list of types says it, properties of closed objects that are never valid.
 */
export function tidy(schema: JsonSchema): JsonSchema {
  const json = withoutNever(flattenNullable(mapSubschemas(schema, tidy)));
  if (json.minimum === -(2 ** 31) && json.maximum === 2 ** 31 - 1) {
    json.format = 'int32';
    delete json.minimum;
    delete json.maximum;
  }
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (typeof json.format === 'string' && selfExplaining.has(json.format)) delete json.pattern;
  if (json.format === 'binary') delete json.contentEncoding;
  if (isRecord(json.propertyNames) && Object.entries(json.propertyNames).flat().join() === 'type,string') {
    delete json.propertyNames;
  }
  const rank = (key: string) => (keywordOrder.indexOf(key) + keywordOrder.length + 1) % (keywordOrder.length + 1);
  return Object.fromEntries(Object.entries(json).sort(([a], [b]) => rank(a) - rank(b)));
}

/** A closed object refuses properties it does not list: those that are never valid need no schema that says so. */
function withoutNever(schema: JsonSchema): JsonSchema {
  if (schema.additionalProperties !== false || !isRecord(schema.properties)) return schema;
  const properties = Object.entries(schema.properties).filter(([, property]) => !isNever(property));
  return { ...schema, properties: Object.fromEntries(properties) };
}

function isNever(schema: unknown): boolean {
  return isRecord(schema) && isRecord(schema.not) && Object.keys(schema.not).length === 0;
}

/** `anyOf: [{ type: T, … }, { type: 'null' }]` as `type: [T, 'null'], …`; its keywords say nothing about null. */
function flattenNullable(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== 'null') return schema;
  const { type, enum: values, ...shape } = anyOf[0] as JsonSchema;
  if (typeof type !== 'string' || 'const' in shape) return schema;
  return { ...shape, ...rest, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
}
