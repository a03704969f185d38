import { branchesOf, type DocumentedSchema } from '@contract-kit/contract-testing/generating';
import { isRecord, type JsonSchema } from '@contract-kit/openapi/schemas';
import { sampleOf } from './seeded.ts';

export interface BlankOptions {
  /** Generates texts that must not be empty. */
  readonly seed: string;
  /** The value of dates, in ISO 8601. */
  readonly now: string;
}

/**
 * The minimal value of a schema, for fields of a new record that were not sent: null, false, zero, empty lists, the
 * first value of an enumeration, and without optional fields.
 */
export function blankOf({ root, resolve }: DocumentedSchema, { seed, now }: BlankOptions): unknown {
  return ofSchema(root, seed);

  function ofSchema(unresolved: JsonSchema, place: string): unknown {
    const schema = resolve(unresolved);
    if ('const' in schema) return schema.const;
    if (Array.isArray(schema.enum)) return schema.enum[0];
    const branches = branchesOf(schema).map(resolve);
    if (branches.some(({ type }) => type === 'null')) return null;
    const [first = schema, ...others] = branches;
    if (others.length > 0 || first !== schema) return ofSchema(first, place);
    return ofType(schema, place);
  }

  function ofType(schema: JsonSchema, place: string): unknown {
    switch (schema.type) {
      case 'boolean':
        return false;
      case 'integer':
      case 'number':
        return leastNumber(schema) ?? sampleOf({ root: schema, resolve }, place);
      case 'array':
        return Array.from({ length: Number(schema.minItems ?? 0) }, (_, index) =>
          ofSchema((schema.items ?? {}) as JsonSchema, `${place}.${index}`),
        );
      case 'object':
        return ofObject(schema, place);
      case 'string':
        if (schema.format === 'date-time') return now;
        if (schema.format === 'date') return now.slice(0, 'yyyy-mm-dd'.length);
        return exampleOf(schema) ?? sampleOf({ root: schema, resolve }, place);
      default:
        return exampleOf(schema) ?? null;
    }
  }

  function ofObject({ properties, required = [] }: JsonSchema, place: string): Record<string, unknown> {
    const known = isRecord(properties) ? properties : {};
    const needed = (required as string[]).filter((name) => isRecord(known[name]));
    return Object.fromEntries(needed.map((name) => [name, ofSchema(known[name] as JsonSchema, `${place}.${name}`)]));
  }
}

function exampleOf({ examples }: JsonSchema): unknown {
  return Array.isArray(examples) ? examples[0] : undefined;
}

/** Zero, else the smallest non-negative number; undefined if that is not obvious. */
function leastNumber({ type, minimum, maximum, exclusiveMinimum, multipleOf }: JsonSchema): number | undefined {
  const isMore = typeof exclusiveMinimum === 'number' && exclusiveMinimum >= 0;
  const least = isMore ? exclusiveMinimum + (type === 'integer' ? 1 : 0.01) : Math.max(0, Number(minimum ?? 0));
  if (typeof maximum === 'number' && least > maximum) return undefined;
  return typeof multipleOf === 'number' && least % multipleOf !== 0 ? undefined : least;
}
