import { prefixedKeysOf } from '@contract-kit/http-spec/zod';
import { isRecord, type JsonSchema, textList, toJsonSchema } from '@contract-kit/openapi/schemas';
import type { z } from 'zod';

/** Where an argument goes in the operation's request. */
export type ArgumentPlace = 'params' | 'query' | 'body' | 'wholeBody' | 'form' | 'file' | 'extra';

export interface Argument {
  readonly place: ArgumentPlace;
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** The argument is an object: each of its members is a parameter whose name starts with this. */
  readonly prefix?: string;
}

/** Collects the named schemas that the schemas of one tool refer to. */
export class Definitions {
  readonly #schemas = new Map<string, JsonSchema>();

  /** Converts a schema; what it refers to is kept. The schema itself is inlined even if it has a name. */
  convert(
    schema: z.ZodType,
    options: { direction: 'input' | 'output'; text: boolean | 'form'; where: string },
  ): JsonSchema {
    const { root, definitions } = toJsonSchema(schema, options);
    for (const [id, definition] of definitions) {
      // The reference has its own description.
      const { description: _, ...shown } = shortened(definition);
      this.#schemas.set(id, shown);
    }
    return this.resolve(shortened(root));
  }

  /** Resolves a schema that is only a reference; returns any other unchanged. */
  resolve(schema: JsonSchema): JsonSchema {
    const named = /^#\/\$defs\/(.*)$/s.exec(String(schema.$ref))?.[1];
    return (named !== undefined && this.#schemas.get(named)) || schema;
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

/** The members of an object schema as arguments; null when it is not a plain object. */
export function membersOf(schema: JsonSchema, place: ArgumentPlace): Map<string, Argument> | null {
  if (schema.type !== 'object' || !isRecord(schema.properties) || schema.additionalProperties !== false) return null;
  const required = Array.isArray(schema.required) ? schema.required : [];
  return new Map(
    Object.entries(schema.properties).map(([name, member]) => {
      const { [textList]: notation, ...shown } = member as JsonSchema;
      return [
        name,
        { place, schema: notation !== undefined ? listed(shown) : shown, required: required.includes(name) },
      ];
    }),
  );
}

const openValue = { type: ['string', 'number', 'boolean', 'array'], items: { type: 'string' } };

/** Parameters with a prefix as one argument named after the prefix; null when there are none. */
export function openArgumentOf(query: z.ZodType): [string, Argument] | null {
  const keys = prefixedKeysOf(query);
  if (keys === undefined) return null;
  const { description } = keys.value;
  const schema = { type: 'object', additionalProperties: openValue, ...(description !== undefined && { description }) };
  return [keys.prefix.replace(/\W+$/, ''), { place: 'query', schema, required: false, prefix: keys.prefix }];
}

/** A list that travels as one text: see `toListed`, which has the same restrictions. */
function listed(list: JsonSchema): JsonSchema {
  const { items } = list;
  if (!isRecord(items) || items.type !== 'string' || 'enum' in items || 'pattern' in items) return list;
  return { ...list, items: { ...items, pattern: '^[^,]*[^,\\s][^,]*$' } };
}

/** Longer patterns are left out; the description explains them. */
const maxPatternLength = 80;

/** Removes examples, marks and long patterns: a model pays for them with every list of tools. */
function shortened(schema: JsonSchema): JsonSchema {
  const isLeftOut = (keyword: string, value: unknown) =>
    (keyword === 'examples' && Array.isArray(value)) ||
    (keyword === 'x-also-accepted' && value === true) ||
    (keyword === 'pattern' && typeof value === 'string' && value.length > maxPatternLength);
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (!isRecord(value)) return value;
    const kept = Object.entries(value).filter(([keyword, member]) => !isLeftOut(keyword, member));
    return Object.fromEntries(kept.map(([keyword, member]) => [keyword, strip(member)]));
  };
  return strip(schema) as JsonSchema;
}
