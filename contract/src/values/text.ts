import { queryList } from '@contract-kit/http-spec/zod';
import { z } from 'zod';

/** Control characters, for a class of a documented pattern: not every language that reads it knows `\p{Cc}`. */
export const controlCharacters = '\\u0000-\\u001f\\u007f-\\u009f';

/** Format characters, `\p{Cf}` of the Basic Multilingual Plane, for such a class. */
export const formatCharacters =
  '\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufff9-\\ufffb';

/**
 * White space, for such a class: what `trim()` removes, without the control characters. Languages differ in what `\s` is.
 */
export const spaces = ' \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';

/**
 * The documented pattern of a name in a path: without white space around it, neither `.` nor `..`, and without some
 * characters, given as those of a class.
 */
export function pathNamePattern(excluded: string, maxLength: number): string {
  const any = `[^${excluded}]`;
  const visible = `[^${excluded}${spaces}]`;
  const noDot = `[^${excluded}${spaces}.]`;
  return `(?:${noDot}|${noDot}${visible}|\\.${noDot}|${visible}${any}{1,${maxLength - 2}}${visible})`;
}

/** One pattern for text that is not blank and has none of some characters, given as those of a class. */
export const notBlankOf = (excluded: string) => new RegExp(`^[^${excluded}]*[^\\s${excluded}][^${excluded}]*$`);

/** What the addresses of web pages and files start with, for the documented pattern of a URL. */
export const webAddressPattern = '^https?://[^\\s/?#]';

/** A name: 1 to `max` characters without the white space around it, which is what `String.prototype.trim` removes. */
export const trimmed = (max: number) => z.string().regex(/\S/, 'Must not be blank.').trim().max(max);

/** Plain text that may be missing: at most `max` characters without the white space around it; null where none are left. */
export const plainText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => text || null);

/** Formatted text that may be missing: it stays as it is sent, but nothing other than white space is null. */
export const formattedText = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text) => (text.trim() === '' ? null : text));

/** The name of a record in one language, as input: an empty one removes it. */
export const translatedName = (max: number) => z.string().trim().max(max);

/** {@link formattedText} in one language, as input: an empty one removes it. */
export const translatedText = (max: number) =>
  z
    .string()
    .max(max)
    .overwrite((text) => (text.trim() === '' ? '' : text));

/** The name of a record in the default language, as it is shown. */
export const shownLabel = z.string().describe('Name for people, in the default language.');

/** Labels by locale, as input: merged into what is there, null or an empty text removes one. */
export const labelsInput = (max: number, locale: z.ZodType<string, string>) =>
  z.record(locale, translatedName(max).nullable()).describe('Merge per locale; null or an empty text removes one.');

/** A key of a PATCH that is known and cannot be changed: it says so instead of being unknown. */
export const immutable = () =>
  z.never({ error: 'Cannot change after creation.' }).optional().describe('Cannot change after creation.');

export interface ListBounds {
  readonly maxItems: number;
  /** Characters of one item, without the white space around it. */
  readonly maxLength: number;
}

/** A list of plain texts: trimmed, without those of nothing but white space. */
export const plainTexts = ({ maxItems, maxLength }: ListBounds) =>
  z
    .array(z.string().trim().max(maxLength))
    .max(maxItems)
    .transform((items) => items.filter((item) => item !== ''));

/** {@link plainTexts}, each once. */
export const plainTextSet = (bounds: ListBounds) => plainTexts(bounds).transform((items) => [...new Set(items)]);

/** A list of texts in a query string, each of at most 200 characters. */
export const queryTexts = (max: number) => queryList({ member: z.string().max(200), max });

/** `true` or `false` in a query string. */
export const queryBoolean = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .pipe(z.boolean());
