import type { z } from 'zod';
import type { Example, MediaType } from '../document.ts';
import { type Direction, isRecord, type JsonSchema } from '../schemas/json-schema.ts';
import { metaOf } from '../schemas/schema-meta.ts';
import type { SchemaRegistry } from '../schemas/schema-registry.ts';

/** Where a body stands in the contract. */
export interface BodyPlace {
  readonly direction: Direction;
  /** `form`: its values travel as the texts of a form. */
  readonly text?: 'form';
  /** For error messages: `POST /todos body`. */
  readonly where: string;
}

/** One media type of a body. Examples of the schema are shown at the media type, where every tool finds them. */
export function createMediaType(schema: z.ZodType, place: BodyPlace, registry: SchemaRegistry): MediaType {
  const { examples: _, ...shape } = registry.add(schema, { text: false, ...place });
  const examples = metaOf(schema).examples ?? composeExamples(shape, registry);
  return { schema: shape, ...(examples.length > 0 && { examples: toExamples(examples) }) };
}

/** Names the examples, as OpenAPI wants. */
export function toExamples(values: readonly unknown[]): Record<string, Example> {
  const nameOf = (index: number) => (values.length === 1 ? 'example' : `example${index + 1}`);
  return Object.fromEntries(values.map((value, index) => [nameOf(index), { value }]));
}

/**
 * Examples of an envelope (`{ data }`, `{ data: [], pagination }`) made from those of the records in it; none when a
 * required part has none.
 */
function composeExamples(shape: JsonSchema, registry: SchemaRegistry): readonly unknown[] {
  const { examples, type, items, anyOf, properties, required } = registry.resolve(shape);
  if (Array.isArray(examples)) return examples;
  if (type === 'array' && isRecord(items)) {
    const members = composeExamples(items, registry);
    return members.length > 0 ? [members] : [];
  }
  if (Array.isArray(anyOf)) return composeExamples(anyOf[0] as JsonSchema, registry);
  if (shape.$ref !== undefined || !isRecord(properties) || !Array.isArray(required)) return [];
  const parts = required.map((name: string) => composeExamples(properties[name] as JsonSchema, registry));
  const count = Math.min(...parts.map((part) => part.length));
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(required.map((name: string, part) => [name, parts[part]?.[index]])),
  );
}
