import { z } from 'zod';
import { mediaTypeSchemasOf } from '../by-media-type.ts';
import { deferredSchemaOf } from '../deferred.ts';

/** Leads to a value within another one: names of members, `*` for every element of a list or member of a record. */
export type ValuePath = readonly string[];

/** The paths of marked parts of a schema. The search does not continue below a mark. */
export function markedPathsOf(schema: z.ZodType, isMarked: (part: z.ZodType) => boolean): ValuePath[] {
  const found = new Map<string, ValuePath>();
  const above = new Set<z.ZodType>();
  const visit = (part: z.ZodType, path: ValuePath): void => {
    if (isMarked(part)) {
      found.set(JSON.stringify(path), path);
      return;
    }
    // A recursive schema has no marks beyond those found the first time.
    if (above.has(part)) return;
    above.add(part);
    for (const [name, inner] of partsOf(part)) visit(inner, name.length === 0 ? path : [...path, ...name]);
    above.delete(part);
  };
  visit(schema, []);
  return [...found.values()];
}

type Part = readonly [name: ValuePath, schema: z.ZodType];

/** Schemas never change, and every operation of a contract has some of the same: those of errors are in all. */
const knownParts = new WeakMap<z.ZodType, readonly Part[]>();

/** The schemas a schema consists of, each with the step that leads to it. */
function partsOf(schema: z.ZodType): readonly Part[] {
  const known = knownParts.get(schema);
  if (known !== undefined) return known;
  const parts = findParts(schema);
  knownParts.set(schema, parts);
  return parts;
}

function findParts(schema: z.ZodType): Part[] {
  const deferred = deferredSchemaOf(schema);
  if (deferred !== undefined) return [[[], deferred]];
  const byMediaType = mediaTypeSchemasOf(schema);
  if (byMediaType !== undefined) return Object.values(byMediaType).map((part) => [[], part]);
  if (schema instanceof z.ZodObject) {
    const { shape, catchall } = schema.def;
    const fields = Object.entries(catchall === undefined ? shape : { ...shape, '*': catchall });
    return fields.map(([name, part]) => [[name], part as z.ZodType]);
  }
  if (schema instanceof z.ZodLazy) return [[[], schema.unwrap() as z.ZodType]];
  const name = schema instanceof z.ZodArray || schema instanceof z.ZodRecord ? ['*'] : [];
  // Wrappers, unions, pipes and tuples hold their schemas in the definition.
  return Object.values(schema.def)
    .flat()
    .filter((part) => part instanceof z.ZodType)
    .map((part) => [name, part]);
}
