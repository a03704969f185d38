import { queryList } from '@contract-kit/http-spec/zod';
import { z } from 'zod';

/**
 * Control characters, for a character class of a documented pattern: not every language that uses the pattern supports
 * `\p{Cc}`.
 */
export const controlCharacters = '\\u0000-\\u001f\\u007f-\\u009f';

/** Format characters, `\p{Cf}` of the Basic Multilingual Plane, for such a class. */
export const formatCharacters =
  '\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufff9-\\ufffb';

/**
 * White space, for such a class: what `trim()` removes, without control characters. The meaning of `\s` differs between
 * languages.
 */
export const spaces = ' \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';

/**
 * The documented pattern of a name in a path: without surrounding white space, neither `.` nor `..`, and without the
 * excluded characters, given as the content of a character class.
 */
export function pathNamePattern(excluded: string, maxLength: number): string {
  const any = `[^${excluded}]`;
  const visible = `[^${excluded}${spaces}]`;
  const noDot = `[^${excluded}${spaces}.]`;
  return `(?:${noDot}|${noDot}${visible}|\\.${noDot}|${visible}${any}{1,${maxLength - 2}}${visible})`;
}

/**
 * A pattern for text that is not blank and contains none of the excluded characters, given as the content of a
 * character class.
 */
export const notBlankOf = (excluded: string) => new RegExp(`^[^${excluded}]*[^\\s${excluded}][^${excluded}]*$`);

/** The beginning of addresses of web pages and files, for the documented pattern of a URL. */
export const webAddressPattern = '^https?://[^\\s/?#]';

/** A name: 1 to `max` characters after `String.prototype.trim`. */
export const trimmed = (max: number) => z.string().regex(/\S/, 'Must not be blank.').trim().max(max);

/** Optional plain text: at most `max` characters after trimming; blank text becomes null. */
export const plainText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => text || null);

/** Optional formatted text: stored unchanged, except that blank text becomes null. */
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

/** The name of a record in the default language, as output. */
export const shownLabel = z.string().describe('Name for people, in the default language.');

/** Labels by locale, as input: merged into the existing ones; null or empty text removes one. */
export const labelsInput = (max: number, locale: z.ZodType<string, string>) =>
  z.record(locale, translatedName(max).nullable()).describe('Merge per locale; null or an empty text removes one.');

/** A known key that PATCH cannot change: the error says so, instead of calling it unknown. */
export const immutable = () =>
  z.never({ error: 'Cannot change after creation.' }).optional().describe('Cannot change after creation.');

export interface ListBounds {
  readonly maxItems: number;
  /** Characters of one item, after trimming. */
  readonly maxLength: number;
}

/** A list of plain texts: trimmed, without blank ones. */
export const plainTexts = ({ maxItems, maxLength }: ListBounds) =>
  z
    .array(z.string().trim().max(maxLength))
    .max(maxItems)
    .transform((items) => items.filter((item) => item !== ''));

/** {@link plainTexts} without duplicates. */
export const plainTextSet = (bounds: ListBounds) => plainTexts(bounds).transform((items) => [...new Set(items)]);

/** A list of texts in a query string, each of at most 200 characters. */
export const queryTexts = (max: number) => queryList({ member: z.string().max(200), max });

/** `true` or `false` in a query string. */
export const queryBoolean = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .pipe(z.boolean());
