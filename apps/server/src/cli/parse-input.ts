import { describeIssue } from '@contract-kit/middleware/validation';
import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { FieldProblems } from '../kernel/index.ts';

/** Reads a list such as `en,de,fr`. */
export function parseList(text: string): string[] {
  return text.split(',').map((entry) => entry.trim());
}

/** An instant: ISO 8601 with a time zone, so that it means the same everywhere. */
export function parseInstant(text: string): Date {
  const instant = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(instant.getTime())) {
    throw new InvalidArgumentError('It must be an instant such as 2027-01-01T00:00:00Z.');
  }
  return instant;
}

/**
 * Checks the options together, as the API would.
 *
 * @throws ApiError `validation_failed` with a message for each wrong option.
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const problems = new FieldProblems();
  for (const issue of result.error.issues) {
    const [field] = issue.path;
    problems.add(field === undefined ? 'options' : toFlag(String(field)), describeIssue(issue));
  }
  problems.throwIfAny();
  throw result.error;
}

/** The option for a field: `--empty-cells` for `emptyCells`. */
export function toFlag(field: string): string {
  return `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
