import { isRecord, type JsonSchema } from './json-schema.ts';
import { mapSubschemas } from './subschemas.ts';

/** The most important keywords first; the others follow in zod's order. */
const keywordOrder = ['$ref', 'title', 'description', 'deprecated', 'type', 'format', 'enum', 'const'];

/**
 * The same schema without noise: safe-integer bounds, `anyOf` where a list of types is sufficient, properties of closed
 * objects that are never valid.
 */
export function tidy(schema: JsonSchema): JsonSchema {
  const json = withVisibleTexts(withoutNever(flattenNullable(mapSubschemas(schema, tidy))));
  if (json.minimum === -(2 ** 31) && json.maximum === 2 ** 31 - 1) {
    json.format = 'int32';
    delete json.minimum;
    delete json.maximum;
  }
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.format === 'binary') delete json.contentEncoding;
  if (isRecord(json.propertyNames) && Object.entries(json.propertyNames).flat().join() === 'type,string') {
    delete json.propertyNames;
  }
  const rank = (key: string) => (keywordOrder.indexOf(key) + keywordOrder.length + 1) % (keywordOrder.length + 1);
  return Object.fromEntries(Object.entries(json).sort(([a], [b]) => rank(a) - rank(b)));
}

/** A closed object refuses properties it does not list: those that are never valid need no schema. */
function withoutNever(schema: JsonSchema): JsonSchema {
  if (schema.additionalProperties !== false || !isRecord(schema.properties)) return schema;
  const properties = Object.entries(schema.properties).filter(([, property]) => !isNever(property));
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Values with control characters as a pattern: generators derive names from an enum. */
function withVisibleTexts({ enum: values, ...schema }: JsonSchema): JsonSchema {
  const texts = Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
  const isPattern =
    texts.length > 0 && texts.length === (values as unknown[]).length && texts.some((text) => /\p{Cc}/u.test(text));
  if (!isPattern) return values === undefined ? schema : { ...schema, enum: values };
  return { ...schema, pattern: `^(?:${texts.map(toPattern).join('|')})$` };
}

function toPattern(text: string): string {
  return text
    .replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function isNever(schema: unknown): boolean {
  return isRecord(schema) && isRecord(schema.not) && Object.keys(schema.not).length === 0;
}

/** `anyOf: [{ type: T, … }, { type: 'null' }]` as `type: [T, 'null'], …`, if no keyword applies to null. */
function flattenNullable(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== 'null') return schema;
  const { type, enum: values, ...shape } = anyOf[0] as JsonSchema;
  if (typeof type !== 'string' || 'const' in shape) return schema;
  return { ...shape, ...rest, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
}
