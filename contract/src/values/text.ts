import { queryList } from '@contract-kit/http-spec/zod';
import { z } from 'zod';

/** Control characters, for a class of a documented pattern: not every language that reads it knows `\p{Cc}`. */
export const controlCharacters = '\\u0000-\\u001f\\u007f-\\u009f';

/** One pattern for text that is not blank and has none of some characters, given as those of a class. */
export const notBlankOf = (excluded: string) => new RegExp(`^[^${excluded}]*[^\\s${excluded}][^${excluded}]*$`);

/** What the addresses of web pages and files start with, for the documented pattern of a URL. */
export const webAddressPattern = '^https?://';

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
