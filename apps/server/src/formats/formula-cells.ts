/**
 * Characters that spreadsheets skip at the beginning of a cell: white space of any script, control characters, and
 * invisible ones such as a zero-width space, a byte order mark or a direction mark.
 */
const unseen = String.raw`[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*`;

/** Characters that begin a formula, including full-width and small forms, and the typographic minus sign. */
const begin = String.raw`[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212]`;

/**
 * A formula, or white space that ends a cell when it is parsed line by line (OWASP, "CSV Injection"; API behavior
 * 11.4).
 */
const formula = String.raw`(?:${unseen}${begin}|[\t\r\n])`;

const runs = new RegExp(`^'*${formula}`, 'u');
const neutralised = new RegExp(`^'+${formula}`, 'u');

/** Text that can only be a number. */
const plainNumber = /^[+-]\d+(?:[.,]\d+)?$/;

/**
 * Makes text safe for spreadsheets: adds an apostrophe before a formula, and before text that looks neutralised
 * already. Signed numbers are not changed.
 *
 * @example
 * neutralise('=1+1'); // "'=1+1"
 * neutralise('-12.5'); // '-12.5'
 */
export function neutralise(text: string): string {
  return runs.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}

/** Reverses {@link neutralise}: `restore(neutralise(text)) === text` for every text. */
export function restore(text: string): string {
  return neutralised.test(text) ? text.slice(1) : text;
}
