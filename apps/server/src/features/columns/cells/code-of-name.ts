import { createHash } from 'node:crypto';
import { CodeSchema } from '@product-content/contract';
import anyAscii from 'any-ascii';

/** Maximum length of a code. */
const maxCodeLength = 100;

/** Maximum length of the name of a record. */
const maxNameLength = 200;

/** A record that can be found by its name. */
export interface NamedRecord {
  readonly code: string;
  readonly name: string;
}

/**
 * Derives the code of a new record from its name: the name itself if it is a valid code, otherwise its digits and
 * letters in Latin script, joined by underscores. Other scripts are transliterated, in lower case; a name without any
 * letters or digits, such as `★`, gives a hash.
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
    .slice(0, maxCodeLength);
  return code === '' ? digestOf(name) : code;
}

/**
 * The code for a name when a record with another name already has the code of {@link toCode}. It depends on the name
 * alone, so that importing the same file again gives the same codes.
 */
export function toDistinctCode(code: string, identity: string): string {
  const digest = digestOf(identity);
  return `${code.slice(0, maxCodeLength - digest.length - 1)}_${digest}`;
}

/** A code unchanged, or shortened to a distinct one of the maximum length. */
export function shortenCode(code: string): string {
  return code.length <= maxCodeLength ? code : toDistinctCode(code, code);
}

/**
 * Text as part of a SKU: its digits and letters in Latin script; a hash if there are none.
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
  return name.trim().slice(0, maxNameLength);
}

/** Equal for names of the same record, which differ only in case and surrounding white space. */
export function foldName(name: string): string {
  return toRecordName(name).normalize('NFC').toLowerCase();
}

/**
 * Finds the record that an import created from a name by its code, even if its name has changed since. A record whose
 * own, different name gives the same code does not match.
 */
export function findByDerivedCode<Entry extends NamedRecord>(
  name: string,
  find: (code: string) => Entry | undefined,
): Entry | undefined {
  const code = toCode(name);
  if (code === null) return undefined;
  const record = find(code);
  if (record !== undefined && !isDerivedFrom(code, record.name, toCode(record.name))) return record;
  return find(toDistinctCode(code, foldName(name)));
}

/** Whether the code of a record is derived from its name. @param derived the code derived from the name. */
export function isDerivedFrom(code: string, name: string, derived: string | null): boolean {
  return name !== code && derived?.toLowerCase() === code.toLowerCase();
}
