import { isRecord, type JsonSchema } from './json-schema.ts';

const mapKeywords = ['properties', 'patternProperties'];
const listKeywords = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const schemaKeywords = ['items', 'additionalProperties', 'propertyNames', 'not'];

/** The position of a schema in its parent. */
export interface SubschemaPlace {
  /** `properties`, `items`, `anyOf`, … */
  readonly keyword: string;
  /** The name or pattern of a property, or the index in a list; empty elsewhere. */
  readonly key: string;
}

/** Copies a schema with each schema directly in it replaced. */
export function mapSubschemas(
  schema: JsonSchema,
  map: (part: JsonSchema, place: SubschemaPlace) => JsonSchema,
): JsonSchema {
  const mapped = (part: unknown, keyword: string, key = '') => (isRecord(part) ? map(part, { keyword, key }) : part);
  const entries = Object.entries(schema).map(([keyword, value]) => {
    if (schemaKeywords.includes(keyword)) return [keyword, mapped(value, keyword)];
    if (listKeywords.includes(keyword) && Array.isArray(value)) {
      return [keyword, value.map((part, index) => mapped(part, keyword, String(index)))];
    }
    if (!mapKeywords.includes(keyword) || !isRecord(value)) return [keyword, value];
    return [
      keyword,
      Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapped(part, keyword, name)])),
    ];
  });
  return Object.fromEntries(entries);
}

/** Copies a schema with every schema in it, and then itself, replaced. */
export function mapDeep(schema: JsonSchema, map: (part: JsonSchema) => JsonSchema): JsonSchema {
  return map(mapSubschemas(schema, (part) => mapDeep(part, map)));
}
