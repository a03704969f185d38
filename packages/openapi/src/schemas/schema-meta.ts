import {
  deferredSchemaKey,
  filePartKey,
  fileResponseKey,
  formListKey,
  queryListKey,
} from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import type { JsonSchema } from './json-schema.ts';

/** A response header as a contract describes it. `shared` refers to the component of that name. */
export type HeaderDescription =
  | 'shared'
  | {
      readonly description: string;
      readonly schema?: JsonSchema;
      /** False if some responses lack it. Default: true. */
      readonly required?: boolean;
    };

/**
 * What this package reads from a schema's `.meta({ … })`, besides zod's own `id`, `title`, `description`,
 * `deprecated` and `examples`.
 *
 * @example
 * z.string().transform(parseList).meta({ wire: { type: 'array', items: { type: 'string' } } });
 * @example
 * z.string().meta({
 *   content: { 'text/csv': z.string(), 'application/json': z.array(RowSchema) },
 *   headers: { 'X-Export-Count': { description: 'Rows written.', schema: { type: 'integer' } } },
 * });
 */
export interface SchemaMeta {
  /** Names the schema: it becomes a component that is referenced wherever it occurs. */
  readonly id?: string;
  readonly description?: string;
  /** Values in wire form. On a body they become the media type's `examples`. */
  readonly examples?: readonly unknown[];
  /** The JSON Schema of the wire form, if it does not follow from the zod schema. */
  readonly wire?: JsonSchema;
  /** On a body: the schema of each media type that differs. On a response: all its media types. */
  readonly content?: Readonly<Record<string, z.ZodType>>;
  /** On a response: header fields in addition to those of its policies. */
  readonly headers?: Readonly<Record<string, HeaderDescription>>;
}

/** Metadata of this package that is not a JSON Schema keyword. */
export const ownMetaKeys = [
  'wire',
  'content',
  'headers',
  deferredSchemaKey,
  filePartKey,
  fileResponseKey,
  formListKey,
  queryListKey,
] as const;

/** A schema's metadata; empty if it has none or is not a zod schema (`c.noBody()`, `c.type()`). */
export function metaOf(schema: unknown): SchemaMeta {
  return isZodSchema(schema) ? ((z.globalRegistry.get(schema) as SchemaMeta | undefined) ?? {}) : {};
}

/** True for zod 4 schemas, false for the symbols ts-rest uses for "no body" and plain types. */
export function isZodSchema(schema: unknown): schema is z.ZodType {
  return typeof schema === 'object' && schema !== null && '_zod' in schema;
}
