import { isCurrency, isLocale } from '@product-content/contract';
import type { ColumnScope } from '../column.ts';
import type { ProductColumns } from '../product-columns.ts';
import { aliasOf, foldHeader } from './header-aliases.ts';

/** A header taken apart: `description-de_DE-ecommerce` is `description` in `de-DE`. */
interface Qualified {
  readonly base: string;
  readonly locale?: string;
  readonly currency?: string;
}

const separators = String.raw`[-_.:\s([]+`;
const localized = new RegExp(`^(.+?)${separators}([a-z]{2,3}(?:[-_][A-Za-z]{2,4})?)[)\\]]*(?:${separators}.*)?$`);
const priced = new RegExp(`^(.+?)${separators}([A-Za-z]{3})[)\\]]*(?:${separators}.*)?$`);

/**
 * Reads headers the way people and other systems write them: column keys in any spelling, codes of attributes,
 * common names, each also with a locale (`name-de_DE`, `Name (de)`) or a currency (`price-EUR`).
 *
 * @returns the reader: it gives the key of the column a header stands for, or null.
 */
export function createHeaderReader(scope: ColumnScope, columns: ProductColumns): (header: string) => string | null {
  const folded = new Map(columns.list().map(({ key }) => [foldHeader(key), key]));

  const plain = (base: string): string | null => {
    if (columns.find(base) !== undefined) return base;
    const attribute = `attributes.${base}`;
    if (columns.find(attribute) !== undefined) return attribute;
    const name = foldHeader(base);
    return folded.get(name) ?? folded.get(`attributes${name}`) ?? aliasOf(name) ?? viewOf(base);
  };

  return (header) => {
    const text = header.replace(/^\uFEFF/, '').trim();
    const whole = plain(text);
    if (whole !== null) return withCurrency(whole, scope.workspace.defaultCurrency);
    for (const { base, locale, currency } of qualifications(text, scope)) {
      const key = plain(base);
      if (key === null) continue;
      const qualified = locale === undefined ? toPriceKey(key, currency) : inLocale(key, locale, scope);
      if (qualified !== null && columns.find(qualified) !== undefined) return qualified;
    }
    return null;
  };
}

/** The key of a column in a locale; null when the column is the same in all of them. */
export function inLocale(key: string, locale: string, { workspace }: ColumnScope): string | null {
  return locale === workspace.defaultLocale ? key : `translations.${locale}.${key}`;
}

/** What the API shows as objects: `parent.sku`, `category.code`, `prices.EUR.amount`. */
function viewOf(header: string): string | null {
  const match = /^(parent)\.sku$|^(category)\.code$|^(prices\.[A-Z]{3})\.amount$/.exec(header);
  return match === null ? null : (match[1] ?? match[2] ?? match[3] ?? null);
}

function withCurrency(key: string, currency: string): string {
  return key.startsWith('price.') ? key.replace('price', `prices.${currency}`) : key;
}

function toPriceKey(key: string, currency = ''): string | null {
  if (key === 'price') return `prices.${currency}`;
  return key.startsWith('price.') ? withCurrency(key, currency) : null;
}

/** The ways to read a header as a name with a locale or a currency, the shortest name first. */
function* qualifications(header: string, scope: ColumnScope): Generator<Qualified> {
  for (const [, base = '', tag = ''] of matches(localized, header)) {
    const locale = findLocale(tag, scope.workspace.locales);
    if (locale !== undefined) yield { base, locale };
  }
  for (const [, base = '', code = ''] of matches(priced, header)) {
    if (isCurrency(code.toUpperCase())) yield { base, currency: code.toUpperCase() };
  }
}

/** Every place of a header at which the pattern's qualifier could start. */
function* matches(pattern: RegExp, header: string): Generator<RegExpExecArray> {
  for (let start = 0; start < header.length; ) {
    const match = pattern.exec(header.slice(start));
    if (match === null) return;
    const base = header.slice(0, start) + (match[1] as string);
    yield Object.assign(match, { 1: base });
    start = base.length + 1;
  }
}

/** The workspace's locale for a tag: the same one, else the only one of the language. */
function findLocale(tag: string, locales: readonly string[]): string | undefined {
  const [language = '', region] = tag.split(/[-_]/);
  const canonical =
    region === undefined ? language : `${language}-${region.length === 4 ? region : region.toUpperCase()}`;
  if (!isLocale(canonical)) return undefined;
  if (locales.includes(canonical)) return canonical;
  const ofLanguage = locales.filter((locale) => locale.split('-')[0] === language);
  const similar = region === undefined ? ofLanguage : ofLanguage.filter((locale) => locale === language);
  return similar.length === 1 ? similar[0] : undefined;
}
