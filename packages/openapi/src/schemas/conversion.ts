import type { Direction } from './json-schema.ts';

export interface ConversionOptions {
  readonly direction: Direction;
  /**
   * The values are sent as text (path, query, header). A schema that parses text is then documented as the parsed type:
   * an integer, a boolean, a list. `form`: as the fields of a form.
   */
  readonly text: boolean | 'form';
  /** The position of the schema in the contract, for error messages: `POST /todos body`. */
  readonly where: string;
}

/**
 * Marks how a list is sent: `commas` in one text, or `repeated` if one parameter per value is accepted too. Removed
 * when the parameter is written.
 */
export const textList = 'x-text-list';
