import type { Direction } from './json-schema.ts';

export interface ConversionOptions {
  readonly direction: Direction;
  /**
   * The values travel as text (path, query, header). A schema that parses text is then shown as what it parses
   * to: an integer, a boolean, a list. `form`: as the fields of a form.
   */
  readonly text: boolean | 'form';
  /** Where the schema stands in the contract, for error messages: `POST /todos body`. */
  readonly where: string;
}

/**
 * Marks a list that travels as text, with how: `commas` in one text, or `repeated` with a parameter for each value as
 * well. Removed when the parameter is written.
 */
export const textList = 'x-text-list';
