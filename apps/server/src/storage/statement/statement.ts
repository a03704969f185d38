import type { SqlParameter } from '../transaction/transaction.ts';
import type { ParametersOf, RowOf, SqlTypes } from './sql-type.ts';

/** A value to be bound in each run. */
export class Placeholder {
  readonly parameter: string;

  constructor(parameter: string) {
    this.parameter = parameter;
  }
}

export interface StatementSource {
  readonly text: string;
  /** For `$1`, `$2`, …: constants, and placeholders for parameters. */
  readonly values: readonly unknown[];
}

export interface StatementOptions {
  /** `table.purpose`; unique in the app. */
  readonly name: string;
  readonly parameters: SqlTypes;
  /** Null if the compiler infers the row from the entities. */
  readonly row: SqlTypes | null;
  /**
   * False for statements whose best plan depends on the values, such as lists of references: PostgreSQL might keep one
   * plan for all of them. Default true.
   */
  readonly prepared?: boolean;
  /**
   * True for statements that change nothing, or only lock: the first of a transaction are sent together with its `begin`.
   * Default false.
   */
  readonly withBegin?: boolean;
  /** Returns the text: with `$name` for parameters, or already numbered. */
  readonly compile: () => StatementSource | string;
}

/** A statement with constant text. Tests prepare all of them on the migrated schema. */
export class Statement<Parameters extends object, Row extends object> {
  readonly name: string;
  readonly parameters: SqlTypes;
  readonly row: SqlTypes | null;
  /** The name of the prepared statement; undefined to plan every run anew. */
  readonly preparedName: string | undefined;
  readonly withBegin: boolean;
  readonly #compile: () => StatementSource | string;
  #source: StatementSource | undefined;
  /** Only carries the types; never set. */
  declare readonly run?: (parameters: Parameters) => Row;

  constructor({ name, parameters, row, prepared = true, withBegin = false, compile }: StatementOptions) {
    this.name = name;
    this.parameters = parameters;
    this.row = row;
    this.preparedName = prepared ? name : undefined;
    this.withBegin = withBegin;
    this.#compile = compile;
  }

  get source(): StatementSource {
    if (this.#source === undefined) {
      const made = this.#compile();
      this.#source = typeof made === 'string' ? numberPlaceholders(made, Object.keys(this.parameters)) : made;
    }
    return this.#source;
  }

  /** The values for `$1`, `$2`, … in one run. */
  bind(parameters: Parameters): SqlParameter[] {
    const given = parameters as Readonly<Record<string, SqlParameter>>;
    return this.source.values.map((value) =>
      value instanceof Placeholder ? (given[value.parameter] ?? null) : (value as SqlParameter),
    );
  }
}

export interface SqlStatementOptions<Parameters extends SqlTypes, Row extends SqlTypes> {
  readonly name: string;
  readonly parameters: Parameters;
  /** Columns of the result, by name. */
  readonly row: Row;
  readonly prepared?: boolean;
  readonly withBegin?: boolean;
  /** `$name` stands for a parameter. */
  readonly text: string;
}

/**
 * A statement as text, for what Kysely cannot express. It belongs in a file `<noun>.sql.ts` of the feature that owns
 * the tables.
 *
 * @example
 * export const selectCodes = sqlStatement({
 *   name: 'category.codes',
 *   parameters: { workspaceId: 'uuid' },
 *   row: { id: 'uuid', code: 'text' },
 *   text: 'select id, code from category where workspace_id = $workspaceId',
 * });
 */
export function sqlStatement<const Parameters extends SqlTypes, const Row extends SqlTypes>(
  options: SqlStatementOptions<Parameters, Row>,
): Statement<ParametersOf<Parameters>, RowOf<Row>> {
  const { text, ...rest } = options;
  return new Statement({ ...rest, compile: () => text });
}

/** @throws TypeError for a `$name` that is not declared, and for an unused parameter. */
function numberPlaceholders(text: string, parameters: readonly string[]): StatementSource {
  const used = new Set<string>();
  const numbered = text.replaceAll(/\$([a-zA-Z]\w*)/g, (_, name: string) => {
    if (!parameters.includes(name)) throw new TypeError(`$${name} is not among the parameters of the statement.`);
    used.add(name);
    return `$${parameters.indexOf(name) + 1}`;
  });
  const unused = parameters.filter((name) => !used.has(name));
  if (unused.length > 0) throw new TypeError(`The statement does not use $${unused.join(', $')}.`);
  return { text: numbered, values: parameters.map((name) => new Placeholder(name)) };
}
