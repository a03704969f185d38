import { isRecord, type JsonSchema } from '@contract-kit/openapi/schemas';
import fc from 'fast-check';
import { branchesOf, type DocumentedSchema } from './documented-schema.ts';
import { arbitraryNumber } from './numbers.ts';
import { arbitraryText, readableText } from './texts.ts';

/** Below this depth, only required members are generated. */
const deepest = 4;

const memberName = fc.stringMatching(/^[a-z]{1,8}$/);

export interface ArbitraryOptions {
  /**
   * Makes readable values: examples wherever there are any, every field, and words for texts. Default: values that find
   * mistakes, such as absent fields and texts of any script.
   */
  readonly isReadable?: boolean;
}

/**
 * A fast-check arbitrary of the values a schema documents: examples before generated values, small before large. Rules
 * outside the JSON Schema are unknown here: check a value with the zod schema if it must be valid.
 */
export function arbitraryOf(
  { root, resolve }: DocumentedSchema,
  { isReadable = false }: ArbitraryOptions = {},
): fc.Arbitrary<unknown> {
  return ofSchema(root, 0);

  function ofSchema(unresolved: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    const schema = resolve(unresolved);
    const { examples } = schema;
    if (!Array.isArray(examples) || examples.length === 0) return invent(schema, depth);
    if (isReadable) return fc.constantFrom(...examples);
    const invented = invent(schema, depth);
    return fc.oneof({ arbitrary: fc.constantFrom(...examples), weight: 2 }, { arbitrary: invented, weight: 1 });
  }

  function invent(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    if ('const' in schema) return fc.constant(schema.const);
    if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
    const branches = branchesOf(schema);
    if (branches.length > 1) return fc.oneof(...branches.map((branch) => ofSchema(branch, depth + 1)));
    const [only = schema] = branches;
    return only === schema ? ofType(schema, depth) : ofSchema(only, depth);
  }

  function ofType(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    switch (schema.type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'string':
        return isReadable ? readableText(schema) : arbitraryText(schema);
      case 'integer':
      case 'number':
        return arbitraryNumber(schema);
      case 'array':
        return ofArray(schema, depth);
      case 'object':
        return ofObject(schema, depth);
      default:
        return fc.oneof(fc.string({ maxLength: 10 }), fc.integer({ min: -9, max: 9 }), fc.boolean());
    }
  }

  function ofArray({ items, minItems = 0, maxItems = 3 }: JsonSchema, depth: number): fc.Arbitrary<unknown[]> {
    const minLength = Number(minItems);
    const maxLength = Math.max(minLength, depth >= deepest ? 0 : Math.min(Number(maxItems), minLength + 3));
    return fc.array(ofSchema(isRecord(items) ? items : {}, depth + 1), { minLength, maxLength });
  }

  function ofObject(schema: JsonSchema, depth: number): fc.Arbitrary<Record<string, unknown>> {
    const required = new Set((schema.required as string[] | undefined) ?? []);
    const properties = Object.entries((schema.properties as Record<string, JsonSchema> | undefined) ?? {});
    const wanted = properties.filter(([name]) => depth < deepest || required.has(name));
    const needed = isReadable ? wanted : wanted.filter(([name]) => required.has(name));
    const known = fc.record(
      Object.fromEntries(wanted.map(([name, property]) => [name, ofSchema(property, depth + 1)])),
      { requiredKeys: needed.map(([name]) => name), noNullPrototype: true },
    );
    const { additionalProperties, propertyNames } = schema;
    if (!isRecord(additionalProperties) || depth >= deepest) return known as fc.Arbitrary<Record<string, unknown>>;
    const name = isRecord(propertyNames) ? ofSchema({ type: 'string', ...propertyNames }, depth) : memberName;
    const more = fc.dictionary(name as fc.Arbitrary<string>, ofSchema(additionalProperties, depth + 1), {
      maxKeys: 2,
      noNullPrototype: true,
    });
    return fc.tuple(known, more).map(([own, added]) => ({ ...added, ...own }));
  }
}
