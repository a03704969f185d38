import { isGtin } from '@product-content/contract';
import type { GoogleForm } from './google-fields.ts';

/** A value in Google's format, or the rule it breaks. */
export type Formatted = { readonly value: string } | { readonly problem: string };

type Single = string | number | boolean;

const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:?\d\d))?$/;
const amount = /^(\d{1,11}(?:\.\d{1,4})?) ([A-Z]{3})$/;

/** @param currency applies to amounts that are plain numbers. */
export function formatGoogleValue(value: Single, form: GoogleForm, currency: string): Formatted {
  switch (form.kind) {
    case 'text':
      return { value: toPlainText(String(value)) };
    case 'word':
      return form.pattern.test(String(value)) ? { value: String(value) } : { problem: `Must be ${form.says}.` };
    case 'url':
      return isWebUrl(String(value)) ? { value: String(value) } : { problem: 'Must be an http or https URL.' };
    case 'price':
      return formatPrice(value, currency);
    case 'gtin':
      return formatGtin(String(value));
    case 'choice':
      return formatChoice(value, form.values);
    case 'availability':
      return formatAvailability(value);
    case 'integer':
      return formatInteger(value, form.min);
    case 'measure':
      return formatMeasure(String(value), form.units);
    case 'time':
      return formatTime(String(value), form.range);
  }
}

/** Removes characters that XML 1.0 cannot represent (section 2.2), and blanks at both ends. */
export function toPlainText(text: string): string {
  const allowed = [...text].filter((character) => {
    const code = character.codePointAt(0) as number;
    if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
    return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff && code !== 0x7f;
  });
  return allowed.join('').trim();
}

function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^\s<>"]+$/.test(text) && URL.canParse(text);
}

/** `15.00 EUR`: two decimals, more where the amount has more. */
function formatPrice(value: Single, currency: string): Formatted {
  if (typeof value === 'number') return { value: `${decimal(value)} ${currency}` };
  const [, number, code] = amount.exec(String(value)) ?? [];
  if (number !== undefined && code !== undefined) return { value: `${decimal(Number(number))} ${code}` };
  return { problem: 'Must be an amount with or without a currency, such as 15.00 EUR.' };
}

function decimal(value: number): string {
  const [, decimals = ''] = String(value).split('.');
  return value.toFixed(Math.max(2, decimals.length));
}

/** Coupons and in-store number ranges do not identify products (answers/6286302, answers/6286301). */
const foreignGtins = /^(?:2|02|04|05|98[1-4]|99)/;

function formatGtin(text: string): Formatted {
  const digits = text.replaceAll(/[ -]/g, '');
  if (!isGtin(digits)) return { problem: 'Must be a GTIN of 8, 12, 13 or 14 digits with a valid check digit.' };
  const ean = digits.length === 14 ? digits.slice(1) : digits.padStart(13, '0');
  if (digits.length > 8 && foreignGtins.test(ean)) {
    return { problem: 'Is in a range for coupons or for use within a shop, which Google does not accept.' };
  }
  return { value: digits };
}

function formatChoice(value: Single, values: readonly string[]): Formatted {
  const wanted = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
  const found = values.find((choice) => choice.toLowerCase() === wanted.trim().toLowerCase());
  return found === undefined ? { problem: `Must be one of ${values.join(', ')}.` } : { value: found };
}

const availabilities = ['in_stock', 'out_of_stock', 'preorder', 'backorder'];

/** A number is the stock; a boolean says whether there is any. */
function formatAvailability(value: Single): Formatted {
  if (typeof value === 'number') return { value: value > 0 ? 'in_stock' : 'out_of_stock' };
  if (typeof value === 'boolean') return { value: value ? 'in_stock' : 'out_of_stock' };
  return formatChoice(value.replaceAll(' ', '_'), availabilities);
}

function formatInteger(value: Single, min: number): Formatted {
  const number = Number(value);
  const fits =
    typeof value !== 'boolean' && Number.isSafeInteger(number) && number >= min && String(value).trim() !== '';
  return fits ? { value: String(number) } : { problem: `Must be a whole number of at least ${min}.` };
}

function formatMeasure(text: string, units: readonly string[]): Formatted {
  const [, number, unit] = /^(\d{1,9}(?:\.\d{1,4})?) ?([a-z]+)$/.exec(text.trim()) ?? [];
  if (number !== undefined && unit !== undefined && units.includes(unit)) return { value: `${number} ${unit}` };
  return { problem: `Must be a number and one of the units ${units.join(', ')}, such as 3 ${units[0]}.` };
}

function formatTime(text: string, range: boolean): Formatted {
  const ends = text.split('/');
  const fits = ends.length === (range ? 2 : 1) && ends.every((end) => time.test(end) && !Number.isNaN(Date.parse(end)));
  if (fits) return { value: text };
  const one = '2026-02-24T11:07+0100';
  return { problem: `Must be an ISO 8601 time: ${range ? `${one}/2026-03-01T11:07+0100` : one}.` };
}
