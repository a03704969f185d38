/** The TypeScript type of each PostgreSQL type. */
interface Values {
  readonly uuid: string;
  readonly text: string;
  readonly smallint: number;
  readonly integer: number;
  readonly bigint: number;
  readonly 'double precision': number;
  /** Exact, as text. */
  readonly numeric: string;
  readonly boolean: boolean;
  readonly timestamptz: Date;
  readonly bytea: Uint8Array;
  /** As text, like `jsonb`. */
  readonly json: string;
  readonly jsonb: string;
}

/** A PostgreSQL type; `[]` makes it an array, and `?` allows null. */
export type SqlType = keyof Values | `${keyof Values}[]` | `${keyof Values}?` | `${keyof Values}[]?`;

/** Types by the names of parameters or columns. */
export type SqlTypes = Readonly<Record<string, SqlType>>;

/** @typeParam Missing what an array element may be instead of a value. */
type Value<Type extends string, Missing> = Type extends `${infer Some}?`
  ? Value<Some, Missing> | null
  : Type extends `${infer Item}[]`
    ? readonly (Value<Item, Missing> | Missing)[]
    : Type extends keyof Values
      ? Values[Type]
      : never;

/** The parameters of a statement: JSON as text; array elements may be null. */
export type ParametersOf<Types extends SqlTypes> = { readonly [Name in keyof Types]: Value<Types[Name], null> };

/** The rows of a statement: JSON parsed. */
export type RowOf<Types extends SqlTypes> = {
  readonly [Name in keyof Types]: Types[Name] extends `json${string}` ? unknown : Value<Types[Name], never>;
};
