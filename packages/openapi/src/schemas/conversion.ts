import type { Direction } from './json-schema.ts';

export interface ConversionOptions {
  readonly direction: Direction;
  /**
   * The values travel as text (path, query, header). A schema that parses text is then shown as what it parses
   * to: an integer, a boolean, a comma-separated list.
   */
  readonly text: boolean;
  /** Where the schema stands in the contract, for error messages: `POST /todos body`. */
  readonly where: string;
}

/** Marks a list that travels as one comma-separated text; removed when the parameter is written. */
export const commaSeparated = 'x-comma-separated';
