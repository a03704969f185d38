import { z } from 'zod';

/** Control characters, for a class of a documented pattern: not every language that reads it knows `\p{Cc}`. */
export const controlCharacters = '\\u0000-\\u001f\\u007f-\\u009f';

/** Text with something in it: 1 to `max` characters, not only white space. */
export const nonBlank = (max: number) => z.string().min(1).max(max).regex(/\S/, 'Must not be blank.');

/** Text of 1 to `max` characters, without the white space around it. */
export const trimmed = (max: number) => z.string().regex(/\S/, 'Must not be blank.').trim().max(max);

/** Labels or other text by locale, as input: merged into what is there, null or an empty text removes one. */
export const textByLocale = (max: number, key: z.ZodType<string, string>) =>
  z.record(key, z.string().max(max).nullable()).describe('Merge per locale; null or an empty text removes one.');

/** A key of a PATCH that is known and cannot be changed: it says so instead of being unknown. */
export const immutable = () =>
  z.never({ error: 'Cannot change after creation.' }).optional().describe('Cannot change after creation.');

/** A list of short texts: trimmed, without repeats. */
export const trimmedSet = (options: { maxItems: number; maxLength: number }) =>
  z
    .array(trimmed(options.maxLength))
    .max(options.maxItems)
    .transform((items) => [...new Set(items)]);

/**
 * A comma-separated list in a query string: trimmed, without empty members and repeats. `max` counts what is left, so
 * that members of an enum need none.
 */
export const commaList = <Member extends z.ZodType<string, string> = z.ZodString>(options: {
  max?: number;
  member?: Member;
}) => {
  const members = z.array((options.member ?? z.string().max(200)) as Member).min(1);
  return z
    .string()
    .transform((text) => [
      ...new Set(
        text
          .split(',')
          .map((member) => member.trim())
          .filter(Boolean),
      ),
    ])
    .pipe(options.max === undefined ? members : members.max(options.max));
};

/** `true` or `false` in a query string. */
export const queryBoolean = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .pipe(z.boolean());
