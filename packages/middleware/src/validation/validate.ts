import { core } from 'zod';
import type { SchemaIssue } from '../errors/issue-message.ts';

/** The result of a validation: the value as the schema outputs it, or its issues. */
export type Validated<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** A Standard Schema (https://standardschema.dev), such as a zod schema. */
export interface Schema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Validated<Output> | Promise<Validated<Output>>;
  };
}

/** Own members with these names make comparisons with an object throw, because in JSON they are never functions. */
const conversionKeys: ReadonlySet<string> = new Set(['toString', 'valueOf']);

/**
 * Validates a value that a caller sent. A schema that throws counts as refusing the value: zod compares `length` and
 * `size` with a bound before it has ruled out a wrong type, and throws for `{ "length": { "toString": 0 } }`.
 *
 * @throws TypeError for a schema that validates asynchronously.
 */
export function validate<Output>(schema: Schema<Output>, value: unknown): Validated<Output> {
  return run(schema, value) ?? explain(schema, value);
}

/** Null when the schema threw: zod then retries asynchronously, and its promise rejects. */
function run<Output>(schema: Schema<Output>, value: unknown): Validated<Output> | null {
  if (schema instanceof core.$ZodType) return runZod<Output>(schema, value);
  const result = schema['~standard'].validate(value);
  if (!(result instanceof Promise)) return result;
  result.catch(() => undefined);
  return null;
}

/**
 * Maximum number of issues with messages: zod takes several times as long to write the message of an issue as to find
 * it.
 */
const maxIssues = 1_000;

function runZod<Output>(schema: core.$ZodType, value: unknown): Validated<Output> | null {
  const context = { async: false } as const;
  try {
    const result = schema._zod.run({ value, issues: [] }, context);
    if (result instanceof Promise) return null;
    if (result.issues.length === 0) return { value: result.value as Output };
    const issues = result.issues.slice(0, maxIssues);
    return { issues: issues.map((issue) => core.util.finalizeIssue(issue, context, core.config()) as SchemaIssue) };
  } catch {
    return null;
  }
}

/** Validates again without the members that make comparisons throw, so that the issue gets a path. */
function explain<Output>(schema: Schema<Output>, value: unknown): Validated<Output> {
  const result = run(schema, withoutConversions(value));
  if (result === null) throw new TypeError('A schema of a route must validate synchronously and must not throw.');
  return result.issues === undefined ? { issues: [{ message: 'This value cannot be checked.', path: [] }] } : result;
}

function withoutConversions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutConversions);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([key]) => !conversionKeys.has(key));
  return Object.fromEntries(members.map(([key, member]) => [key, withoutConversions(member)]));
}
