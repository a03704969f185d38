import { type ConvertedSchema, type JsonSchema, toJsonSchema } from '@contract-kit/openapi/schemas';
import type { z } from 'zod';
import { Skip } from '../outcomes.ts';

/** What a schema documents, with the references it makes. */
export interface DocumentedSchema {
  readonly root: JsonSchema;
  resolve(schema: JsonSchema): JsonSchema;
}

export interface DocumentOptions {
  /** The values are sent as text: query and path parameters. */
  readonly text: boolean | 'form';
  /** The operation, for messages. */
  readonly where: string;
  /** `output` for responses. Default `input`. */
  readonly direction?: 'input' | 'output';
}

/** @throws Skip for a schema without a JSON Schema. */
export function documentedSchemaOf(schema: z.ZodType, options: DocumentOptions): DocumentedSchema {
  const { root, definitions } = convert(schema, options);
  const resolve = (part: JsonSchema): JsonSchema => {
    const { $ref, ...rest } = part;
    if (typeof $ref === 'string') return { ...resolve(definitions.get($ref.slice('#/$defs/'.length)) ?? {}), ...rest };
    if (!Array.isArray(part.allOf)) return part;
    const { allOf, ...own } = part;
    return (allOf as JsonSchema[]).map(resolve).reduce<JsonSchema>(merge, own);
  };
  return { root: resolve(root), resolve };
}

function convert(schema: z.ZodType, options: DocumentOptions): ConvertedSchema {
  try {
    return toJsonSchema(schema, { direction: 'input', ...options });
  } catch (error) {
    throw new Skip(error instanceof Error ? error.message : String(error));
  }
}

/** The intersection of two schemas, as far as it can be computed without a solver. */
function merge(one: JsonSchema, other: JsonSchema): JsonSchema {
  const required = [...((one.required as string[]) ?? []), ...((other.required as string[]) ?? [])];
  const properties = { ...(one.properties as object), ...(other.properties as object) };
  return { ...one, ...other, ...(required.length > 0 && { required }), properties };
}

/** The schemas a value may fit: the branches of a union, else the schema itself. */
export function branchesOf(schema: JsonSchema): readonly JsonSchema[] {
  const branches = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(branches)) return branches as JsonSchema[];
  return Array.isArray(schema.type) ? schema.type.map((type: string) => ({ ...schema, type })) : [schema];
}
