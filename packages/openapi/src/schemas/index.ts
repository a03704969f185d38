export { type ConversionOptions, textList } from './conversion.ts';
export { isRecord, type JsonSchema } from './json-schema.ts';
export { isZodSchema } from './schema-meta.ts';
export { type ConvertedSchema, toJsonSchema } from './to-json-schema.ts';
