import type { ChannelIssue, ChannelIssueCode, MappingEntry } from '@product-content/contract';
import type { ChannelValues } from '../mapping/compile-mapping.ts';
import { type ChannelValue, isList, truncate } from '../mapping/transform-value.ts';
import { type GoogleSettings, writeRss, writeTsv } from './google-feed.ts';
import { type GoogleField, type GoogleFieldName, googleFieldEntries, googleFields } from './google-fields.ts';
import { formatGoogleValue } from './google-values.ts';
import type { Platform, PreparedItem } from './platform.ts';

const contentTypes = { xml: 'application/xml', tsv: 'text/tab-separated-values; charset=utf-8' } as const;

/**
 * Google Merchant Center. Its items are simple products and variants; a parent becomes the `item_group_id` of its
 * variants.
 */
export const googleMerchant: Platform<GoogleSettings> = {
  name: 'google_merchant',
  productTypes: ['simple', 'variant'],
  fields: new Set(Object.keys(googleFields)),
  defaultMapping,
  prepare: (values, { currency }) => prepareGoogleItem(values, currency),
  delivery: {
    kind: 'feed',
    format: ({ format }) => ({ name: format, contentType: contentTypes[format] }),
    write: (items, context) =>
      context.settings.format === 'xml' ? writeRss(items, context) : writeTsv(items, context),
  },
};

function defaultMapping({ productUrl }: GoogleSettings): readonly MappingEntry[] {
  return [
    { target: 'id', source: [{ field: 'sku' }] },
    { target: 'title', source: [{ field: 'name' }] },
    {
      target: 'description',
      source: [{ field: 'description' }, { field: 'shortDescription' }],
      transform: ['stripHtml'],
    },
    ...linkOf(productUrl),
    { target: 'image_link', source: [{ field: 'images' }], transform: ['first'] },
    { target: 'additional_image_link', source: [{ field: 'images' }], transform: ['rest'] },
    { target: 'availability', source: [{ field: 'stock' }], default: 'in_stock' },
    { target: 'price', source: [{ field: 'price' }] },
    { target: 'product_type', source: [{ field: 'category' }], transform: ['categoryPath'] },
    { target: 'brand', source: [{ field: 'brand' }, { field: 'manufacturer' }] },
    { target: 'gtin', source: [{ field: 'gtin' }] },
    { target: 'mpn', source: [{ field: 'mpn' }] },
    { target: 'condition', source: [{ value: 'new' }] },
    { target: 'item_group_id', source: [{ field: 'parent' }] },
  ];
}

const placeholders = { sku: 'sku', slug: 'seo.slug', id: 'id' } as const;

function linkOf(productUrl: string | undefined): MappingEntry[] {
  const [, before = '', name = '', after = ''] = /^(.*?)\{(sku|slug|id)\}(.*)$/.exec(productUrl ?? '') ?? [];
  if (name === '') return [];
  const field = placeholders[name as keyof typeof placeholders];
  const steps = [...(before === '' ? [] : [{ prefix: before }]), ...(after === '' ? [] : [{ suffix: after }])];
  return [{ target: 'link', source: [{ field }], ...(steps.length > 0 && { transform: steps }) }];
}

/** Texts in Google's format by field; fields with several values are lists. */
type GoogleItem = Partial<Record<GoogleFieldName, string | readonly string[]>>;

const missing: Partial<Record<GoogleFieldName, ChannelIssueCode>> = {
  image_link: 'MISSING_IMAGE',
  price: 'MISSING_PRICE',
};

/**
 * Converts values to Google's format. A value that Google would reject is an error in a required field; elsewhere it is
 * left out with a warning.
 */
export function prepareGoogleItem(values: ChannelValues, currency: string): PreparedItem {
  const issues: ChannelIssue[] = [];
  const payload: GoogleItem = {};
  for (const [name, field] of googleFieldEntries) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const texts = value === undefined ? [] : toTexts(value, name, field, currency, issues);
    const [first] = texts;
    if (first !== undefined) payload[name] = field.repeats === undefined ? first : texts;
    else if (field.required && value === undefined) issues.push(missingField(name));
  }
  return { payload: withoutEmptySale(payload), issues: [...issues, ...identifierIssues(values, payload)] };
}

function toTexts(
  value: ChannelValue,
  name: GoogleFieldName,
  field: GoogleField,
  currency: string,
  issues: ChannelIssue[],
): string[] {
  const { repeats = 1 } = field;
  const severity = field.required || name === 'gtin' ? 'error' : 'warning';
  const report = (code: ChannelIssueCode, message: string, as: ChannelIssue['severity'] = severity) =>
    issues.push({ code, severity: as, field: name, message });
  const items = isList(value) ? value : [value];
  if (items.length > repeats)
    report('INVALID_ATTRIBUTE', `Has ${items.length} values; Google accepts ${repeats}.`, 'warning');
  return items.slice(0, repeats).flatMap((item) => {
    const formatted = formatGoogleValue(item, field.form, currency);
    if ('problem' in formatted) {
      report(name === 'gtin' ? 'INVALID_GTIN' : 'INVALID_ATTRIBUTE', formatted.problem);
      return [];
    }
    if (formatted.value === '') {
      report(missing[name] ?? 'MISSING_ATTRIBUTE', 'Has no text.');
      return [];
    }
    return within(formatted.value, field, (message, as) => report('TEXT_TOO_LONG', message, as));
  });
}

function within(
  text: string,
  { max, cut }: GoogleField,
  report: (message: string, severity?: 'warning') => void,
): string[] {
  const length = [...text].length;
  if (max === undefined || length <= max) return [text];
  if (cut !== true) {
    report(`Has ${length} characters; Google accepts ${max}.`);
    return [];
  }
  report(`Has ${length} characters and is cut after ${max}.`, 'warning');
  return [truncate(text, max)];
}

function missingField(name: GoogleFieldName): ChannelIssue {
  const code = missing[name] ?? 'MISSING_ATTRIBUTE';
  return { code, severity: 'error', field: name, message: `Google requires ${name}.` };
}

/** A new product needs a brand with a GTIN or an MPN, or a statement that there are none (answers/6324478). */
function identifierIssues(values: ChannelValues, payload: GoogleItem): ChannelIssue[] {
  if (payload.identifier_exists === 'no' || (payload.condition ?? 'new') !== 'new') return [];
  if (values.gtin !== undefined || (payload.brand !== undefined && payload.mpn !== undefined)) return [];
  const message =
    'Google requires a gtin, or a brand and an mpn; for a product that has none of them, set identifier_exists to no.';
  return [{ code: 'MISSING_ATTRIBUTE', severity: 'warning', field: 'gtin', message }];
}

/** Removes a sale price that is not below the price. */
function withoutEmptySale(payload: GoogleItem): GoogleItem {
  const { sale_price: sale, ...rest } = payload;
  const isSale = typeof sale === 'string' && Number.parseFloat(sale) < Number.parseFloat(String(payload.price));
  return isSale ? payload : rest;
}
