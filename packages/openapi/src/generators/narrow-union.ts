import { fingerprint, type JsonSchema } from '../schemas/json-schema.ts';

/**
 * A union in a request with one way of saying each thing: without alternatives marked `x-also-accepted`, a list in
 * place of a list or one of its items, an instant in place of an instant or a date. What is left is accepted all the
 * same, and generators have types for it.
 */
export function narrowUnion(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const shown = (anyOf as JsonSchema[]).filter((branch) => branch['x-also-accepted'] !== true);
  const branches = shown.filter((branch) => !isSaidBy(branch, shown));
  if (branches.length === anyOf.length) return schema;
  const [only = {}] = branches;
  return branches.length === 1 ? { ...only, ...rest } : { ...rest, anyOf: branches };
}

/** Whether another alternative says the same: a list of it, or an instant for a date. */
function isSaidBy(branch: JsonSchema, branches: readonly JsonSchema[]): boolean {
  const plain = toPlain(branch);
  return branches.some(
    (other) =>
      // Of more than two, the list is one kind of value beside others.
      (branches.length === 2 && other.type === 'array' && toPlain(other.items as JsonSchema | undefined) === plain) ||
      (branch.type === 'string' && branch.format === 'date' && other.format === 'date-time'),
  );
}

function toPlain({ title: _, description, examples, ...shape }: JsonSchema = {}): string {
  return fingerprint(shape);
}
