import { createHash } from 'node:crypto';
import type { Level, Rule } from './rule.ts';

/** One change between two contracts. */
export interface Finding {
  /** The id of its rule: `request.maximum-lowered`. */
  readonly id: string;
  readonly level: Level;
  /** The operation it was found in, the first one of `operations`; null for a change of the whole contract. */
  readonly operation: string | null;
  /**
   * All operations that have the change. A change of a named schema is one finding, however many operations refer to
   * the schema.
   */
  readonly operations: readonly string[];
  /** Where in the operation, or in the named schema: `body.items[].title`, `Todo.title`. Empty: all of it. */
  readonly path: string;
  /** One sentence for people. */
  readonly message: string;
  /** The old and the new value; absent where there is nothing to show. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** 12 hexadecimal digits: the same for the same change at the same place, regardless of its wording. */
  readonly fingerprint: string;
}

/** A change before its operations are known. */
export interface Change {
  readonly rule: Rule;
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * @param place the operation; null for a change of the whole contract or of a named schema.
 * @param operations those that have the change.
 */
export function toFinding(change: Change, place: string | null, operations: readonly string[]): Finding {
  const { rule, path, before, after } = change;
  return {
    id: rule.id,
    level: rule.level,
    operation: operations[0] ?? null,
    operations,
    path,
    message: `${rule.meaning}${describeValues(before, after)}.`,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    fingerprint: fingerprintOf([rule.id, place, path, before ?? null, after ?? null]),
  };
}

function fingerprintOf(identity: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 12);
}

function describeValues(before: unknown, after: unknown): string {
  if (before === undefined && after === undefined) return '';
  if (before === undefined) return `: ${toText(after)}`;
  return after === undefined ? `: it was ${toText(before)}` : `: ${toText(before)} → ${toText(after)}`;
}

const maxLength = 120;

function toText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}
