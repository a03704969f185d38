/** What a value of each type is in TypeScript. */
interface Values {
  readonly uuid: string;
  readonly text: string;
  readonly smallint: number;
  readonly integer: number;
  readonly bigint: number;
  /** Exact, as text. */
  readonly numeric: string;
  readonly boolean: boolean;
  readonly timestamptz: Date;
  readonly bytea: Uint8Array;
  /** As text. */
  readonly jsonb: string;
}

/** A type of PostgreSQL; `[]` makes it an array, and `?` allows null. */
export type SqlType = keyof Values | `${keyof Values}[]` | `${keyof Values}?` | `${keyof Values}[]?`;

/** Types by the names of parameters or columns. */
export type SqlTypes = Readonly<Record<string, SqlType>>;

type Value<Type extends string> = Type extends `${infer Some}?`
  ? Value<Some> | null
  : Type extends `${infer Item}[]`
    ? readonly Value<Item>[]
    : Type extends keyof Values
      ? Values[Type]
      : never;

/** The values a statement is given: JSON as text. */
export type ParametersOf<Types extends SqlTypes> = { readonly [Name in keyof Types]: Value<Types[Name]> };

/** The rows a statement returns: JSON parsed. */
export type RowOf<Types extends SqlTypes> = {
  readonly [Name in keyof Types]: Types[Name] extends `jsonb${string}` ? unknown : Value<Types[Name]>;
};
