import { z } from 'zod';

const currencyCodes = new Set(Intl.supportedValuesOf('currency'));

export function isCurrency(text: string): boolean {
  return currencyCodes.has(text);
}

const localeTag = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/;

/** True for a canonically written BCP 47 tag of language, script and region: `de`, `en-US`, `zh-Hant-TW`. */
export function isLocale(text: string): boolean {
  return localeTag.test(text);
}

export const CurrencySchema = z
  .string()
  .refine(isCurrency, 'Must be an ISO 4217 currency code.')
  .meta({ description: 'ISO 4217 currency code.', pattern: '^[A-Z]{3}$', examples: ['EUR'] });

export const LocaleSchema = z
  .string()
  .regex(localeTag, 'Must be a BCP 47 language tag such as "de" or "en-US".')
  .meta({ description: 'BCP 47 language tag.', examples: ['de', 'en-US'] });

/** Names of a record by locale, as output. */
export const shownLabels = z.record(LocaleSchema, z.string()).describe('Names for people, by locale.');

/** An instant or a day (its first instant in UTC) as it arrives in a query string. */
export const queryInstant = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'Must be an ISO 8601 timestamp.' })
  .transform((text) => new Date(text))
  .meta({ wire: { anyOf: ['date-time', 'date'].map((format) => ({ type: 'string', format })) } });

/** An instant, ISO 8601 in UTC with milliseconds, as the API writes it. */
export const TimestampSchema = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'ISO 8601, UTC, milliseconds.', examples: ['2026-01-31T09:30:00.000Z'] });
