import {
  deferredSchemaOf,
  filePartOf,
  formListKey,
  prefixedKeyPattern,
  prefixedKeysOf,
  queryListKey,
} from '@contract-kit/http-spec/zod';
import type { z } from 'zod';
import { type ConversionOptions, textList } from './conversion.ts';
import { isRecord, type JsonSchema } from './json-schema.ts';
import { metaOf, ownMetaKeys } from './schema-meta.ts';

type CoreSchema = z.core.$ZodTypes;

export interface AdaptContext extends ConversionOptions {
  readonly convert: (schema: z.core.$ZodType) => JsonSchema;
}

/** Keywords that annotate a value and stay when its shape is replaced. */
const annotations = ['title', 'description', 'deprecated', 'examples', 'default'];

/** Raw bytes: `format` for OpenAPI 3.0 tools, `contentMediaType` for 3.1 tools. */
const binary = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };

/** Adapts one node of zod's output in place. zod calls it for a wrapper after the schema it wraps. */
export function adapt(zodSchema: CoreSchema, json: JsonSchema, context: AdaptContext): void {
  const meta = metaOf(zodSchema);
  const definition = zodSchema._zod.def;
  const documented = deferredSchemaOf(zodSchema as z.core.$ZodType as z.ZodType);
  if (documented !== undefined) reshape(json, context.convert(documented));
  else if (filePartOf(zodSchema) !== undefined) reshape(json, binary);
  else if (meta.wire !== undefined) reshape(json, meta.wire);
  else if (context.text) readText(zodSchema, json, context);
  for (const key of ownMetaKeys) delete json[key];
  describePrefixedKeys(zodSchema, json);
  if (definition.type === 'string' && !('pattern' in meta)) dropFormatPattern(json);

  if (context.direction === 'output') {
    // Responses may gain fields without breaking a client, and have no defaults.
    const isOpen = definition.type === 'object' && definition.catchall === undefined;
    if (isOpen || json.patternProperties !== undefined) delete json.additionalProperties;
    delete json.default;
    return;
  }
  if (isUtcOnly(definition)) json.pattern ??= 'Z$';
  // zod drops both from transforms, because they may have the parsed type.
  restore(json, 'examples', meta.examples);
  // Covered by the defaults of its properties; generators fail on object defaults.
  if (isRecord(json.default) && Object.keys(json.default).length === 0) delete json.default;
  if (definition.type === 'default' && agrees(definition.defaultValue, json)) {
    restore(json, 'default', definition.defaultValue);
  }
}

/** Describes keys with a prefix by a pattern; all others are unknown. */
function describePrefixedKeys(zodSchema: CoreSchema, json: JsonSchema): void {
  const keys = prefixedKeysOf(zodSchema);
  if (keys === undefined || json.additionalProperties === undefined) return;
  json.patternProperties = { [prefixedKeyPattern(keys)]: json.additionalProperties };
  json.additionalProperties = false;
}

/** Formats whose zod pattern adds nothing. */
const selfExplaining = new Set(['date', 'date-time', 'duration', 'email', 'ipv4', 'ipv6', 'time', 'uri', 'uuid']);

function dropFormatPattern(json: JsonSchema): void {
  if (selfExplaining.has(String(json.format))) delete json.pattern;
}

/** Replaces the shape, keeps the annotations. */
function reshape(json: JsonSchema, shape: JsonSchema): void {
  for (const key of Object.keys(json)) if (!annotations.includes(key)) delete json[key];
  for (const [key, value] of Object.entries(shape)) json[key] ??= value;
}

/** Documents parsed text (`'25'` → 25) as the parsed type; OpenAPI serializes it to the same text. */
function readText(zodSchema: CoreSchema, json: JsonSchema, context: AdaptContext): void {
  const definition = zodSchema._zod.def;
  if (isTrueFalse(json.enum)) reshape(json, { type: 'boolean' });
  if (definition.type !== 'pipe' || !(json.type === 'string' || isTextOrTexts(zodSchema))) return;
  const parsed = definition.out as CoreSchema;
  if (parsed._zod.def.type === 'transform') return;
  const shape = context.convert(parsed);
  if (Object.keys(shape).length === 0) return;
  const isMarked = shape.type === 'array' && context.text !== 'form';
  reshape(json, isMarked ? { ...shape, [textList]: isTextOrTexts(zodSchema) ? 'repeated' : 'commas' } : shape);
}

/** True for a list of a query or a form, which may also be sent as one text per value. */
function isTextOrTexts(zodSchema: CoreSchema): boolean {
  const meta: object = metaOf(zodSchema);
  return queryListKey in meta || formListKey in meta;
}

function isTrueFalse(values: unknown): boolean {
  return Array.isArray(values) && values.length === 2 && values.includes('true') && values.includes('false');
}

/** A UTC timestamp: `date-time` alone would admit an offset. */
function isUtcOnly(definition: z.core.$ZodTypeDef): boolean {
  const { format, offset, local } = definition as Partial<z.core.$ZodISODateTimeDef>;
  return format === 'datetime' && !offset && !local;
}

function restore(json: JsonSchema, key: 'default' | 'examples', value: unknown): void {
  if (value !== undefined && json.$ref === undefined) json[key] ??= structuredClone(value);
}

function agrees(value: unknown, { type, anyOf }: JsonSchema): boolean {
  if (Array.isArray(anyOf)) return anyOf.some((branch) => agrees(value, branch));
  if (Array.isArray(value)) return type === 'array';
  if (typeof value === 'number') return type === 'integer' || type === 'number';
  return typeof value === type;
}
