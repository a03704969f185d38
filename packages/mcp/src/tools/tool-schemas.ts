import { commaSeparated, isRecord, type JsonSchema, toJsonSchema } from '@contract-kit/openapi/schemas';
import type { z } from 'zod';

/** Where an argument goes in the operation's request. */
export type ArgumentPlace = 'params' | 'query' | 'body' | 'wholeBody' | 'form' | 'file' | 'extra';

export interface Argument {
  readonly place: ArgumentPlace;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** Collects the named schemas that the schemas of one tool refer to. */
export class Definitions {
  readonly #schemas = new Map<string, JsonSchema>();

  /** Converts a schema; what it refers to is kept. The schema itself is shown, also when it has a name. */
  convert(schema: z.ZodType, options: { direction: 'input' | 'output'; text: boolean; where: string }): JsonSchema {
    const { root, definitions } = toJsonSchema(schema, options);
    for (const [id, definition] of definitions) this.#schemas.set(id, definition);
    const named = /^#\/\$defs\/(.*)$/s.exec(String(root.$ref))?.[1];
    return (named !== undefined && definitions.get(named)) || root;
  }

  /** The schema of an object with everything it refers to beside it. */
  complete(schema: JsonSchema): JsonSchema {
    const reached = new Map<string, JsonSchema>();
    const visit = (text: string): void => {
      for (const [, name = ''] of text.matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)) {
        const definition = this.#schemas.get(name);
        if (definition === undefined || reached.has(name)) continue;
        reached.set(name, definition);
        visit(JSON.stringify(definition));
      }
    };
    visit(JSON.stringify(schema));
    return reached.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(reached) };
  }
}

/** The members of an object schema as arguments; null when it is no plain object. */
export function membersOf(schema: JsonSchema, place: ArgumentPlace): Map<string, Argument> | null {
  if (schema.type !== 'object' || !isRecord(schema.properties) || schema.additionalProperties !== false) return null;
  const required = Array.isArray(schema.required) ? schema.required : [];
  return new Map(
    Object.entries(schema.properties).map(([name, member]) => {
      const { [commaSeparated]: _, ...shown } = member as JsonSchema;
      return [name, { place, schema: shown, required: required.includes(name) }];
    }),
  );
}

/** A schema of results of which a part is shown: nothing is required any more, and alternatives may overlap. */
export function relax(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(relax);
  if (!isRecord(schema)) return schema;
  const { required: _, oneOf, ...others } = schema;
  const relaxed = Object.fromEntries(
    Object.entries(others).map(([key, value]) => {
      // Below `properties` keys are names, not keywords: a property may be called "required".
      if ((key === 'properties' || key === '$defs') && isRecord(value)) {
        return [key, Object.fromEntries(Object.entries(value).map(([name, member]) => [name, relax(member)]))];
      }
      return [key, key === 'enum' || key === 'const' || key === 'examples' ? value : relax(value)];
    }),
  );
  return oneOf === undefined ? relaxed : { ...relaxed, anyOf: relax(oneOf) };
}
