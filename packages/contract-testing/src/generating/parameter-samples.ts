import { isRecord, type JsonSchema } from '@contract-kit/openapi/schemas';
import fc from 'fast-check';
import type { z } from 'zod';
import { queryTextOf } from '../calling/to-request.ts';
import { arbitraryOf } from './arbitrary-of.ts';
import { type DocumentedSchema, documentedSchemaOf } from './documented-schema.ts';

/** The minimal query parameters: none, or the required ones. */
export function neededQuery(schema: z.ZodType | undefined, where: string): Readonly<Record<string, unknown>> {
  const admits = (query: Readonly<Record<string, unknown>>) => schema?.safeParse(queryTextOf(query)).success !== false;
  if (schema === undefined || admits({})) return {};
  const made = fc.sample(arbitraryOf(documentedSchemaOf(schema, { text: true, where })), { numRuns: 100, seed: 1 });
  const sizeOf = (query: object) => Object.keys(query).length;
  const [first = {}] = made
    .filter(isRecord)
    .filter(admits)
    .sort((one, other) => sizeOf(one) - sizeOf(other));
  return first;
}

/** Values with one optional parameter each, so that no parameter hides an error of another. */
export function parameterSamples(documented: DocumentedSchema): Readonly<Record<string, unknown>>[] {
  const { properties, required = [] } = documented.root;
  if (!isRecord(properties)) return [];
  const sampleOf = (name: string) => {
    const schema: DocumentedSchema = { ...documented, root: documented.resolve(properties[name] as JsonSchema) };
    return { [name]: fc.sample(arbitraryOf(schema), { numRuns: 1, seed: 1 })[0] };
  };
  const needed = Object.assign({}, ...(required as string[]).map(sampleOf)) as Record<string, unknown>;
  return Object.keys(properties).map((name) => ({ ...needed, ...sampleOf(name) }));
}
