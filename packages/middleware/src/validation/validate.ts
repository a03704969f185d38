import { core } from 'zod';
import type { SchemaIssue } from '../errors/issue-message.ts';

/** What a schema says of a value: the value as the schema reads it, or what is wrong with it. */
export type Validated<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** The part of a Standard Schema (https://standardschema.dev) that validates; zod's schemas are such. */
export interface Schema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Validated<Output> | Promise<Validated<Output>>;
  };
}

/** Own members of these names make any comparison of an object throw. JSON cannot make them functions. */
const conversionKeys: ReadonlySet<string> = new Set(['toString', 'valueOf']);

/**
 * Runs a schema on a value a caller sent. A schema that throws has refused the value: zod compares `length` and
 * `size` with a bound before it has ruled out a wrong type, and throws for `{ "length": { "toString": 0 } }`.
 *
 * @throws TypeError for a schema that validates asynchronously.
 */
export function validate<Output>(schema: Schema<Output>, value: unknown): Validated<Output> {
  return run(schema, value) ?? explain(schema, value);
}

/** Null when the schema threw: zod tries again asynchronously then, and its promise fails. */
function run<Output>(schema: Schema<Output>, value: unknown): Validated<Output> | null {
  if (schema instanceof core.$ZodType) return runZod<Output>(schema, value);
  const result = schema['~standard'].validate(value);
  if (!(result instanceof Promise)) return result;
  result.catch(() => undefined);
  return null;
}

/** Maximum number of issues with messages: zod takes several times as long to word an issue as to find it. */
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

/** Asks once more without the members that make comparisons throw, so that the issue is named at its path. */
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
