import { createHash } from 'node:crypto';
import { CodeSchema } from '@product-content/contract';
import anyAscii from 'any-ascii';

/** Greatest length of a code. */
const longestCode = 100;

/** Greatest length of the name of a record. */
const longestName = 200;

/** What a record has that can be named by its name. */
export interface NamedRecord {
  readonly code: string;
  readonly name: string;
}

/**
 * The code a new record gets of its name: the name itself where it can be one, else its letters in Latin script and its
 * digits, joined by underscores. Other scripts are transliterated, in lower case; a name that leaves nothing, such as
 * `★`, gets a hash.
 *
 * @returns null when the name has no letter, digit or symbol.
 *
 * @example
 * toCode('Crème brûlée'); // 'Creme_brulee'
 * toCode('Камеры'); // 'kamery'
 */
export function toCode(name: string): string | null {
  if (CodeSchema.safeParse(name).success) return name;
  if (!/[\p{L}\p{N}\p{S}]/u.test(name)) return null;
  const ascii = anyAscii(name.normalize('NFC'));
  const isLatin = !/(?![\p{Script=Latin}\p{Script=Common}])\p{L}/u.test(name);
  const code = (isLatin ? ascii : ascii.toLowerCase().replace(/['`]/g, ''))
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, longestCode);
  return code === '' ? digestOf(name) : code;
}

/**
 * The code for a name when a record of another name has the code that {@link toCode} makes of it. It depends on the name
 * alone, so that the same file leads to the same codes again.
 */
export function toDistinctCode(code: string, identity: string): string {
  const digest = digestOf(identity);
  return `${code.slice(0, longestCode - digest.length - 1)}_${digest}`;
}

/** A code as it is, or a distinct one of the greatest length. */
export function shortenCode(code: string): string {
  return code.length <= longestCode ? code : toDistinctCode(code, code);
}

/**
 * A text as part of a SKU: its letters in Latin script and its digits; a hash where there are none.
 *
 * @example
 * toSkuPart('Dark Red / 42'); // 'Dark-Red-42'
 */
export function toSkuPart(text: string): string {
  const part = anyAscii(text.normalize('NFC'))
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|-+$/g, '');
  return part === '' ? digestOf(text) : part;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** A name as a record shows it. */
export function toRecordName(name: string): string {
  return name.trim().slice(0, longestName);
}

/** Names that are one record: they differ in case and the white space around them alone. */
export function foldName(name: string): string {
  return toRecordName(name).normalize('NFC').toLowerCase();
}

/**
 * The record that an import made of a name, by its code: its name may have been changed since. A record whose own, other
 * name leads to the same code is another one.
 */
export function findByMadeCode<Entry extends NamedRecord>(
  name: string,
  find: (code: string) => Entry | undefined,
): Entry | undefined {
  const code = toCode(name);
  if (code === null) return undefined;
  const record = find(code);
  if (record !== undefined && !isMadeOf(code, record.name, toCode(record.name))) return record;
  return find(toDistinctCode(code, foldName(name)));
}

/** Whether a record has its code of its name. @param made the code that is made of the name. */
export function isMadeOf(code: string, name: string, made: string | null): boolean {
  return name !== code && made?.toLowerCase() === code.toLowerCase();
}
