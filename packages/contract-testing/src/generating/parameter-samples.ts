import { isRecord, type JsonSchema } from '@contract-kit/openapi/schemas';
import fc from 'fast-check';
import { arbitraryOf } from './arbitrary-of.ts';
import type { DocumentedSchema } from './documented-schema.ts';

/** Values of a schema of parameters, each with one of them alone, so that none hides what is wrong with another. */
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
