import type { OpenApiDocument } from '../document.ts';
import { isRecord, type JsonSchema } from '../schemas/json-schema.ts';
import { mapDeep } from '../schemas/subschemas.ts';
import { mapDocumentSchemas } from './map-document-schemas.ts';

/**
 * Adds hints for generators to every schema of a document: number formats, discriminators of unions, and one pattern
 * instead of several.
 */
export function refineSchemas(document: OpenApiDocument): OpenApiDocument {
  const { schemas } = document.components;
  const refine = (schema: JsonSchema) => withDiscriminator(withOnePattern(withFormat(schema)), schemas);
  return mapDocumentSchemas(document, (schema) => mapDeep(schema, refine));
}

const int32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };

/** Without a format, some generators use 32-bit numbers and lose digits. */
function withFormat(schema: JsonSchema): JsonSchema {
  const types = [schema.type].flat();
  if (schema.format !== undefined) return schema;
  if (types.includes('number')) return { ...schema, format: 'double' };
  if (!types.includes('integer')) return schema;
  const { minimum, maximum } = schema;
  const isNarrow = Number(minimum ?? Number.NaN) >= int32.min && Number(maximum ?? Number.NaN) <= int32.max;
  return { ...schema, format: isNarrow ? 'int32' : 'int64' };
}

/** An `allOf` that only has patterns as one pattern, with lookaheads for all but the last. */
function withOnePattern(schema: JsonSchema): JsonSchema {
  const { allOf, ...rest } = schema;
  if (!Array.isArray(allOf) || 'pattern' in schema) return schema;
  const patterns = allOf.map((part) => (Object.keys(part).join() === 'pattern' ? String(part.pattern) : null));
  if (patterns.length === 0 || patterns.includes(null)) return schema;
  const ahead = patterns.slice(0, -1).map((pattern) => `(?=[\\s\\S]*(?:${pattern}))`);
  return { ...rest, pattern: `^${ahead.join('')}[\\s\\S]*(?:${patterns.at(-1)})` };
}

/** The property with a different constant in each schema of `oneOf`, and the schema of each constant. */
function withDiscriminator(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const { oneOf, discriminator } = schema;
  if (!Array.isArray(oneOf) || oneOf.length < 2 || discriminator !== undefined) return schema;
  const members = oneOf.map(({ $ref }) => ({ $ref, ...constantsOf(components[String($ref).split('/').at(-1) ?? '']) }));
  const propertyName = members[0]?.names.find((name) => {
    const constants = members.map(({ values }) => values[name]);
    return constants.every((value) => value !== undefined) && new Set(constants).size === members.length;
  });
  if (propertyName === undefined) return schema;
  const mapping = Object.fromEntries(members.map(({ $ref, values }) => [values[propertyName], $ref]));
  return { ...schema, discriminator: { propertyName, mapping } };
}

/** The required properties of an object that are one text each. */
function constantsOf(schema: JsonSchema = {}): { names: readonly string[]; values: Readonly<Record<string, string>> } {
  const { properties, required } = schema;
  const entries = Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, property]) => {
    const value = (property as JsonSchema).const;
    const isRequired = Array.isArray(required) && required.includes(name);
    return isRequired && typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { names: entries.map(([name]) => name), values: Object.fromEntries(entries) };
}
