import type { z } from 'zod';
import type { Example, MediaType } from '../document.ts';
import { type Direction, isRecord, type JsonSchema } from '../schemas/json-schema.ts';
import { metaOf } from '../schemas/schema-meta.ts';
import type { SchemaRegistry } from '../schemas/schema-registry.ts';

/** The position of a body in the contract. */
export interface BodyPlace {
  readonly direction: Direction;
  /** `form`: its values are sent as form fields. */
  readonly text?: 'form';
  /** For error messages: `POST /todos body`. */
  readonly where: string;
}

/** One media type of a body. Examples of the schema move to the media type, where all tools look for them. */
export function createMediaType(schema: z.ZodType, place: BodyPlace, registry: SchemaRegistry): MediaType {
  const { examples: _, ...shape } = registry.add(schema, { text: false, ...place });
  const examples = metaOf(schema).examples ?? composeExamples(shape, registry);
  return { schema: shape, ...(examples.length > 0 && { examples: toExamples(examples) }) };
}

/** Names the examples, as OpenAPI requires. */
export function toExamples(values: readonly unknown[]): Record<string, Example> {
  const nameOf = (index: number) => (values.length === 1 ? 'example' : `example${index + 1}`);
  return Object.fromEntries(values.map((value, index) => [nameOf(index), { value }]));
}

/**
 * Examples of an envelope (`{ data }`, `{ data: [], pagination }`) built from the examples of its records; none if a
 * required part lacks one.
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
