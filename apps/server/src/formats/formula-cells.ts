/**
 * What spreadsheets pass over at the begin of a cell: white space of any script, control characters, and all that is
 * not seen, such as a zero-width space, a byte order mark or a mark of direction.
 */
const unseen = String.raw`[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*`;

/** What a formula begins with, also in full width or small form, and the minus sign of typographers. */
const begin = String.raw`[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212]`;

/**
 * A formula, or white space that ends a cell where it is read line by line (OWASP, "CSV Injection"; API behavior 11.4).
 */
const formula = String.raw`(?:${unseen}${begin}|[\t\r\n])`;

const runs = new RegExp(`^'*${formula}`, 'u');
const neutralised = new RegExp(`^'+${formula}`, 'u');

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
