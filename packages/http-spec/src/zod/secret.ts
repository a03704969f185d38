import { z } from 'zod';
import { deferredSchemaOf } from './deferred.ts';

/** Key of the zod metadata that marks a secret; a JSON Schema made of it has it too. */
export const secretKey = 'x-secret';

/**
 * Marks a field that opens something by itself: the text of a key, a signing secret, an address that needs no key.
 *
 * @example
 * const KeyWithTextSchema = KeySchema.extend({ key: secret(z.string()).describe('Shown once.') });
 */
export function secret<T extends z.ZodType>(schema: T): T {
  return schema.meta({ [secretKey]: true });
}

/** Dotted paths of the fields of a response that are marked {@link secret}, `*` for the elements of a list. */
export function secretPathsOf(response: unknown): string[] {
  return response instanceof z.ZodType ? findPaths(response, [], new Set()) : [];
}

function findPaths(schema: z.ZodType, path: readonly string[], above: ReadonlySet<z.ZodType>): string[] {
  if (schema.meta()?.[secretKey] === true) return [path.join('.')];
  // A schema within itself has no secret that was not found on the way in.
  if (above.has(schema)) return [];
  const within = new Set(above).add(schema);
  return [...new Set(partsOf(schema).flatMap(([name, part]) => findPaths(part, [...path, ...name], within)))];
}

type Part = readonly [name: readonly string[], schema: z.ZodType];

/** The schemas a schema is made of, with what leads to each from the value. */
function partsOf(schema: z.ZodType): Part[] {
  const deferred = deferredSchemaOf(schema);
  if (deferred !== undefined) return [[[], deferred]];
  if (schema instanceof z.ZodObject) {
    const { shape, catchall } = schema.def;
    const fields = Object.entries(catchall === undefined ? shape : { ...shape, '*': catchall });
    return fields.map(([name, part]) => [[name], part as z.ZodType]);
  }
  if (schema instanceof z.ZodLazy) return [[[], schema.unwrap() as z.ZodType]];
  const name = schema instanceof z.ZodArray || schema instanceof z.ZodRecord ? ['*'] : [];
  // Wrappers, unions, pipes, tuples: whatever holds schemas holds them in its definition.
  return Object.values(schema.def)
    .flat()
    .filter((part) => part instanceof z.ZodType)
    .map((part) => [name, part]);
}
