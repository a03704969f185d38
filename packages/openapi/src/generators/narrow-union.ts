import { fingerprint, type JsonSchema } from '../schemas/json-schema.ts';

/**
 * Narrows a union of a request to one form per meaning: without alternatives marked `x-also-accepted`, a list instead
 * of a list or one of its items, a timestamp instead of a timestamp or a date. Servers accept the rest, and generators
 * have types for it.
 */
export function narrowUnion(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const shown = (anyOf as JsonSchema[]).filter((branch) => branch['x-also-accepted'] !== true);
  const branches = shown.filter((branch) => !isCoveredBy(branch, shown));
  if (branches.length === anyOf.length) return schema;
  const [only = {}] = branches;
  return branches.length === 1 ? { ...only, ...rest } : { ...rest, anyOf: branches };
}

/** Whether another alternative covers this one: a list of it, or a timestamp for a date. */
function isCoveredBy(branch: JsonSchema, branches: readonly JsonSchema[]): boolean {
  const plain = toPlain(branch);
  return branches.some(
    (other) =>
      // With more than two alternatives, the list has its own meaning.
      (branches.length === 2 && other.type === 'array' && toPlain(other.items as JsonSchema | undefined) === plain) ||
      (branch.type === 'string' && branch.format === 'date' && other.format === 'date-time'),
  );
}

function toPlain({ title: _, description, examples, ...shape }: JsonSchema = {}): string {
  return fingerprint(shape);
}
