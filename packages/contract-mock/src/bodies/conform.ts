import { isDeepStrictEqual } from 'node:util';
import { branchesOf, type DocumentedSchema } from '@contract-kit/contract-testing/generating';
import { isRecord, type JsonSchema } from '@contract-kit/openapi/schemas';
import type { z } from 'zod';
import { type BlankOptions, blankOf } from './blank.ts';
import { samplesOf } from './seeded.ts';

/** No valid value was found for a schema. */
export class NoConformingValue extends Error {
  override readonly name = 'NoConformingValue';
}

export interface ConformOptions extends BlankOptions {
  /** How unknown fields are filled: the minimal value, an example, or a generated value. */
  readonly fill: 'blank' | 'sample' | 'variation';
}

export interface ConformingSchema {
  readonly schema: z.ZodType;
  readonly documented: DocumentedSchema;
}

/** Maximum number of times invalid parts are removed. */
const prunings = 12;

/**
 * A valid value of a schema that keeps as many of the known fields as possible: undeclared and invalid ones are left
 * out. The same options make the same value.
 *
 * @throws NoConformingValue when no value was found, because the schema has a rule that JSON Schema cannot express.
 */
export function conform(
  { schema, documented }: ConformingSchema,
  known: unknown,
  { fill, seed, now }: ConformOptions,
): unknown {
  for (const base of basesOf(documented, { fill, seed, now })) {
    let part = known;
    for (let pruning = 0; pruning < prunings; pruning += 1) {
      const value = overlay(documented, base, part);
      const { success, data, error } = schema.safeParse(value);
      if (success) return asSent(schema, value, data);
      const smaller = prune(part, error.issues);
      if (smaller === part) break;
      part = smaller;
    }
  }
  for (const base of basesOf(documented, { fill, seed, now })) {
    const { success, data } = schema.safeParse(base);
    if (success) return asSent(schema, base, data);
  }
  throw new NoConformingValue('No valid value was found for the schema: add examples with .meta({ examples: […] }).');
}

function* basesOf(documented: DocumentedSchema, { fill, seed, now }: ConformOptions): Generator<unknown> {
  if (fill === 'blank') yield blankOf(documented, { seed, now });
  if (fill === 'variation') yield* samplesOf(withoutExamples(documented), seed);
  yield* samplesOf(documented, seed);
}

const withoutOwn = new WeakMap<DocumentedSchema, DocumentedSchema>();

/** The same schema without examples of the whole; those of its fields stay. */
function withoutExamples(documented: DocumentedSchema): DocumentedSchema {
  const { examples: _, ...root } = documented.root;
  const known = withoutOwn.get(documented) ?? { ...documented, root };
  withoutOwn.set(documented, known);
  return known;
}

/** The parsed value, with defaults, if that is valid input too; else the value. */
function asSent(schema: z.ZodType, value: unknown, parsed: unknown): unknown {
  const again = schema.safeParse(parsed);
  return again.success && isDeepStrictEqual(again.data, parsed) ? parsed : value;
}

/** A value with the declared fields of another one merged in. */
function overlay({ root, resolve }: DocumentedSchema, base: unknown, known: unknown): unknown {
  return put(root, base, known);

  function put(unresolved: JsonSchema, under: unknown, over: unknown): unknown {
    if (over === undefined) return under;
    const schema = resolve(unresolved);
    if (isRecord(over)) return putObject(objectIn(schema), under, over);
    if (Array.isArray(over)) return putList(schema, under, over);
    return over;
  }

  function putObject(schema: JsonSchema | null, under: unknown, over: Readonly<Record<string, unknown>>): unknown {
    if (schema === null) return over;
    const { properties, additionalProperties } = schema;
    const declared = isRecord(properties) ? (properties as Record<string, JsonSchema>) : {};
    const filled = isRecord(under) ? under : (blankOf({ root: schema, resolve }, { seed: '', now: epoch }) as object);
    // A record takes any name.
    const result: Record<string, unknown> = isRecord(additionalProperties) ? {} : { ...filled };
    for (const [name, value] of Object.entries(over)) {
      const member = declared[name] ?? (isRecord(additionalProperties) ? (additionalProperties as JsonSchema) : null);
      if (member !== null && value !== undefined) {
        result[name] = put(member, (filled as Record<string, unknown>)[name], value);
      }
    }
    return result;
  }

  function putList(schema: JsonSchema, under: unknown, over: readonly unknown[]): unknown[] {
    const items = branchesOf(schema)
      .map(resolve)
      .find(({ type }) => type === 'array')?.items;
    if (!isRecord(items)) return [...over];
    const [first] = Array.isArray(under) ? under : [];
    return over.map((value, index) => put(items as JsonSchema, (under as unknown[])?.[index] ?? first, value));
  }

  /** The only object a value may be; null if there are several. */
  function objectIn(schema: JsonSchema): JsonSchema | null {
    const objects = branchesOf(schema)
      .map(resolve)
      .filter(({ type }) => type === 'object');
    const [only] = objects;
    return objects.length === 1 && only !== undefined ? only : null;
  }
}

const epoch = new Date(0).toISOString();

interface Issue {
  readonly path: readonly PropertyKey[];
}

/** The known value without invalid parts; the same value if none of them is known. */
function prune(known: unknown, issues: readonly Issue[]): unknown {
  return issues.reduce<unknown>((value, { path }) => without(value, path), known);
}

/** A value without the part at a path; the same value if there is none. */
function without(value: unknown, [name, ...rest]: readonly PropertyKey[]): unknown {
  if (name === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return value;
  const member = (value as Readonly<Record<PropertyKey, unknown>>)[name];
  const isWhole = rest.length === 0 || typeof member !== 'object' || member === null;
  const inner = isWhole ? undefined : without(member, rest);
  if (!isWhole && inner === member) return value;
  if (Array.isArray(value)) return isWhole ? value.toSpliced(Number(name), 1) : value.with(Number(name), inner);
  const { [name]: _, ...others } = value as Readonly<Record<PropertyKey, unknown>>;
  return isWhole ? others : { ...value, [name]: inner };
}
