export { type ConversionOptions, textList } from './conversion.ts';
export { fingerprint, isRecord, type JsonSchema } from './json-schema.ts';
export { isZodSchema } from './schema-meta.ts';
export { mapDeep } from './subschemas.ts';
export { type ConvertedSchema, toJsonSchema } from './to-json-schema.ts';
