/**
 * Cells a spreadsheet would run: `=1+1`, `@SUM(…)`, `+1-1`, and what full-width characters or a leading tab or line
 * break make of them (OWASP, "CSV Injection").
 */
const runs = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const neutralised = /^'+[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Cannot do anything but be a number. */
const plainNumber = /^[+-]\d+(?:[.,]\d+)?$/;

/**
 * Text a spreadsheet shows instead of running it: an apostrophe is put before what would be a formula, and before what
 * looks neutralised already. Signed numbers stay as they are.
 *
 * @example
 * neutralise('=1+1'); // "'=1+1"
 * neutralise('-12.5'); // '-12.5'
 */
export function neutralise(text: string): string {
  return runs.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}

/** The text that {@link neutralise} was given. `restore(neutralise(text)) === text` for every text. */
export function restore(text: string): string {
  return neutralised.test(text) ? text.slice(1) : text;
}
