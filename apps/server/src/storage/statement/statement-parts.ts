import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SqlParameter } from '../transaction/transaction.ts';
import { Placeholder, type Statement } from './statement.ts';

/** An optional condition of a statement. */
export interface StatementPart {
  /** Identifies the condition without its values: equal shapes have equal text. */
  readonly shape: string;
  readonly values: readonly SqlParameter[];
  /** The condition, with a placeholder for each value. It may use {@link parameter} for parameters of the statement. */
  expression(...values: readonly RawBuilder<never>[]): Expression<SqlBool>;
}

/** A placeholder for a named parameter, anywhere in a statement. */
export function parameter<Value = never>(name: string): RawBuilder<Value> {
  return sql.val(new Placeholder(name)) as RawBuilder<unknown> as RawBuilder<Value>;
}

/**
 * The conditions of one run of a {@link StatementFamily}.
 *
 * @param name distinguishes their parameters from those of other conditions in the same statement.
 */
export class StatementParts {
  readonly parts: readonly StatementPart[];
  readonly #name: string;

  constructor(parts: readonly StatementPart[], name = 'part') {
    this.parts = parts;
    this.#name = name;
  }

  get shape(): string {
    return this.parts.map(({ shape }) => shape).join(' & ');
  }

  /** The values of the conditions, by the names of their parameters. */
  get values(): Readonly<Record<string, SqlParameter>> {
    const entries = this.parts.flatMap(({ values }, part) =>
      values.map((value, index) => [this.#nameOf(part, index), value] as const),
    );
    return Object.fromEntries(entries);
  }

  /** All conditions joined by `and`, with placeholders. */
  get all(): Expression<SqlBool> {
    const expressions = this.parts.map((part, index) =>
      part.expression(...part.values.map((_, value) => parameter(this.#nameOf(index, value)))),
    );
    return expressionBuilder().and(expressions);
  }

  #nameOf(part: number, value: number): string {
    return `${this.#name}${part}_${value}`;
  }
}

/** Statements for one purpose whose text depends on the request. */
export type StatementFamily<Parameters extends object, Row extends object, Shape> = (
  key: string,
  shape: Shape,
) => Statement<Parameters & Readonly<Record<string, unknown>>, Row>;

/** Apps use far fewer combinations of filters, orders and depths. */
const maxCompiled = 1_000;

const compiled = new Map<string, Statement<object, object>>();

/** A statement from the cache of all families, which keeps the most recently used ones. */
export function cached(key: string, compile: () => Statement<object, object>): Statement<object, object> {
  const statement = compiled.get(key) ?? compile();
  compiled.delete(key);
  compiled.set(key, statement);
  if (compiled.size > maxCompiled) compiled.delete(compiled.keys().next().value as string);
  return statement;
}
