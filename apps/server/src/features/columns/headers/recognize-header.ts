import { isCurrency, isLocale } from '@product-content/contract';
import { foldName } from '../cells/code-of-name.ts';
import type { ColumnScope, RecordColumns } from '../column.ts';
import { foldHeader } from './header-aliases.ts';

/** The column that a header means. */
export interface ReadHeader {
  readonly key: string;
  /** How reliable the match is: when several headers match one column, the lowest rank wins. */
  readonly rank: number;
}

/** The parts of a header: `description-de_DE-ecommerce` is `description` in `de-DE`. */
interface Qualified {
  readonly base: string;
  readonly locale?: string;
  readonly currency?: string;
}

/** For the label of an attribute: names of fields are more reliable. */
const labelRank = 100;

/** Matching is not linear in the length of a header; nothing this long is a name. */
const maxHeaderLength = 300;

const separators = String.raw`[-_.:\s([]+`;
const localized = new RegExp(`^(.+?)${separators}([a-z]{2,3}(?:[-_][A-Za-z]{2,4})?)[)\\]]*(?:${separators}.*)?$`);
const priced = new RegExp(`^(.+?)${separators}([A-Za-z]{3})[)\\]]*(?:${separators}.*)?$`);

/**
 * Recognizes headers as people and other systems write them: column keys in any spelling, codes and labels of
 * attributes, and common names, each optionally with a locale (`name-de_DE`, `Name (de)`) or a currency (`price-EUR`).
 *
 * @returns a function that returns the column for a header, or null.
 */
export function createHeaderReader(scope: ColumnScope, columns: RecordColumns): (header: string) => ReadHeader | null {
  const folded = new Map(columns.list().map(({ key }) => [foldHeader(key), key]));
  const labels = new Map(
    [...scope.catalog.attributes()]
      .reverse()
      .map(({ label, code }) => [foldName(label), `attributes.${code}`] as const)
      .filter(([, key]) => columns.find(key) !== undefined),
  );

  const plain = (base: string): ReadHeader | null => {
    const name = foldHeader(base);
    if (columns.find(base) !== undefined) return sure(base);
    const attribute = `attributes.${base}`;
    if (columns.find(attribute) !== undefined) return sure(attribute);
    const own = folded.get(name);
    if (own !== undefined) return sure(own);
    const labeled = labels.get(foldName(base));
    const attributeLike = folded.get(`attributes${name}`);
    // If the codes of two attributes look alike, the label decides.
    if (attributeLike !== undefined) return sure(labeled ?? attributeLike);
    return columns.aliasOf(name) ?? viewOf(base) ?? (labeled === undefined ? null : { key: labeled, rank: labelRank });
  };

  return (header) => {
    const text = header.replace(/^\uFEFF/, '').trim();
    if (text.length > maxHeaderLength) return null;
    const whole = plain(text);
    if (whole !== null) return { ...whole, key: withCurrency(whole.key, scope.workspace.defaultCurrency) };
    for (const { base, locale, currency } of qualifications(text, scope)) {
      const found = plain(base);
      if (found === null) continue;
      const { key, rank } = found;
      const qualified = locale === undefined ? toPriceKey(key, currency) : columns.inLocale(key, locale);
      if (qualified !== null && columns.find(qualified) !== undefined) return { key: qualified, rank };
    }
    return null;
  };
}

function sure(key: string): ReadHeader {
  return { key, rank: 0 };
}

/** Properties that the API nests in objects: `parent.sku`, `category.code`, `prices.EUR.amount`. */
function viewOf(header: string): ReadHeader | null {
  const match = /^(parent)\.sku$|^(category)\.code$|^(prices\.[A-Z]{3})\.amount$/.exec(header);
  const key = match?.[1] ?? match?.[2] ?? match?.[3];
  return key === undefined ? null : sure(key);
}

/** Adds the currency to a price key without one: `price.cost` becomes `prices.EUR.cost`. */
export function withCurrency(key: string, currency: string): string {
  return key.startsWith('price.') ? key.replace('price', `prices.${currency}`) : key;
}

function toPriceKey(key: string, currency = ''): string | null {
  if (key === 'price') return `prices.${currency}`;
  return key.startsWith('price.') ? withCurrency(key, currency) : null;
}

/** The ways to split a header into a name with a locale or a currency, the shortest name first. */
function* qualifications(header: string, scope: ColumnScope): Generator<Qualified> {
  for (const [, base = '', tag = ''] of matches(localized, header)) {
    const locale = findLocale(tag, scope.workspace.locales);
    if (locale !== undefined) yield { base, locale };
  }
  for (const [, base = '', code = ''] of matches(priced, header)) {
    if (isCurrency(code.toUpperCase())) yield { base, currency: code.toUpperCase() };
  }
}

/** Every position in a header where the pattern's qualifier could start. */
function* matches(pattern: RegExp, header: string): Generator<RegExpExecArray> {
  for (let start = 0; start < header.length; ) {
    const match = pattern.exec(header.slice(start));
    if (match === null) return;
    const base = header.slice(0, start) + (match[1] as string);
    yield Object.assign(match, { 1: base });
    start = base.length + 1;
  }
}

/** The workspace's locale for a tag: the same one, otherwise the only one with that language. */
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
