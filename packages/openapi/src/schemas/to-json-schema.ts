import { z } from 'zod';
import { adapt } from './adapt.ts';
import type { ConversionOptions } from './conversion.ts';
import { isRecord, type JsonSchema } from './json-schema.ts';
import { tidy } from './tidy.ts';

/** A schema and the named schemas it refers to; its references read `#/$defs/<id>`. */
export interface ConvertedSchema {
  readonly root: JsonSchema;
  readonly definitions: ReadonlyMap<string, JsonSchema>;
}

/** Marks a type zod cannot express, until its wire schema replaces it. */
const unrepresentable = 'x-unrepresentable';

/**
 * Converts a zod schema to JSON Schema 2020-12, without noise for readers: safe-integer bounds, patterns that repeat a
 * format, closed objects in responses (responses may gain fields).
 *
 * @throws TypeError naming the place when a type has no JSON Schema, or a recursive schema has no id.
 */
export function toJsonSchema(schema: z.ZodType, options: ConversionOptions): ConvertedSchema {
  const definitions = new Map<string, JsonSchema>();
  const convert = (part: z.core.$ZodType): JsonSchema => {
    const {
      $schema: _,
      $defs,
      ...root
    } = z.toJSONSchema(part, {
      target: 'draft-2020-12',
      io: options.direction,
      unrepresentable: ({ path }) => ({ [unrepresentable]: path.join('.') }),
      override: ({ zodSchema, jsonSchema }) => adapt(zodSchema, jsonSchema, { ...options, convert }),
    }) as JsonSchema;
    if (isRecord($defs)) {
      for (const [id, definition] of Object.entries($defs)) definitions.set(id, tidy(definition as JsonSchema));
    }
    return tidy(root);
  };
  const root = convert(schema);
  assertSound([root, ...definitions.values()], options.where);
  return { root, definitions };
}

function assertSound(schemas: readonly JsonSchema[], where: string): void {
  JSON.stringify(schemas, (key, value: unknown) => {
    if (key === unrepresentable) {
      throw new TypeError(`${where}: the type at "${value}" has no JSON Schema; state it with .meta({ wire: … }).`);
    }
    // zod breaks a cycle without an id with references that are invalid in a document.
    if (key === '$ref' && (value === '#' || String(value).startsWith('#/$defs/__schema'))) {
      throw new TypeError(`${where}: a recursive schema needs a name: add .meta({ id: '…' }).`);
    }
    return value;
  });
}
