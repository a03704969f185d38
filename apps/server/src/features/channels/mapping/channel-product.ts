import { type ProductFieldName, productFields, productFieldsWith } from '@product-content/contract';
import { isFilled, type LocalizedDocument, localizeProduct, type ProductDocument } from '../../products/index.ts';

/** How a channel sees products. */
export interface ChannelView {
  readonly locale: string;
  readonly defaultLocale: string;
  readonly currency: string;
}

/**
 * A product as a channel sees it: with inherited content, in the channel's language and currency. It is still a
 * document, so column keys can read it like any other.
 */
export type ChannelProduct = ProductDocument & Pick<LocalizedDocument, 'locale'>;

export function toChannelProduct(
  document: ProductDocument,
  parent: ProductDocument | null,
  { locale, defaultLocale, currency }: ChannelView,
): ChannelProduct {
  const whole = inheritContent(document, parent);
  const localized = localizeProduct(whole, { locale, defaultLocale, isLocalizable: () => false });
  const price = Object.hasOwn(whole.prices, currency) ? (whole.prices[currency]?.amount ?? null) : null;
  const { fallbackFields: _, ...shown } = localized;
  return { ...shown, translations: whole.translations, currency, price };
}

const inherited = productFieldsWith('inherited');
const texts = productFieldsWith('translated');
/** Fields inherited one by one. */
const alone = inherited.filter((field) => productFields[field].inherited === 'alone');
/** Fields inherited together with the units, if a variant has none of them. */
const together = inherited.filter((field) => productFields[field].inherited === 'together');

/**
 * A variant with content inherited from its parent. A text is inherited with its translations: a variant with its own
 * name keeps it in every language.
 */
function inheritContent(document: ProductDocument, parent: ProductDocument | null): ProductDocument {
  if (parent === null) return document;
  const missing = new Set<ProductFieldName>(alone.filter((field) => !isFilled(document[field])));
  if (together.every((field) => !isFilled(document[field])))
    for (const field of [...together, 'units'] as const) missing.add(field);
  const codes = Object.keys(parent.attributes).filter((code) => !Object.hasOwn(document.attributes, code));
  const content = Object.fromEntries([...missing].map((field) => [field, parent[field]]));
  const attributes = Object.fromEntries(codes.map((code) => [code, parent.attributes[code]]));
  return {
    ...document,
    ...content,
    attributes: { ...attributes, ...document.attributes } as ProductDocument['attributes'],
    prices: { ...parent.prices, ...document.prices },
    seo: {
      title: document.seo.title ?? parent.seo.title,
      description: document.seo.description ?? parent.seo.description,
      slug: document.seo.slug ?? parent.seo.slug,
    },
    translations: inheritTranslations(
      document,
      parent,
      texts.filter((field) => missing.has(field)),
      codes,
    ),
  };
}

function inheritTranslations(
  document: ProductDocument,
  parent: ProductDocument,
  fields: readonly (typeof texts)[number][],
  codes: readonly string[],
): ProductDocument['translations'] {
  const locales = new Set([...Object.keys(parent.translations), ...Object.keys(document.translations)]);
  const merged = [...locales].map((locale) => {
    const own = document.translations[locale] ?? {};
    const theirs = parent.translations[locale] ?? {};
    const inherited = fields.filter((field) => isFilled(theirs[field])).map((field) => [field, theirs[field]]);
    const values = codes.filter((code) => theirs.attributes !== undefined && Object.hasOwn(theirs.attributes, code));
    const attributes = Object.fromEntries(values.map((code) => [code, theirs.attributes?.[code]]));
    const translation = { ...Object.fromEntries(inherited), ...own };
    return [locale, { ...translation, attributes: { ...attributes, ...own.attributes } }] as const;
  });
  return Object.fromEntries(merged) as ProductDocument['translations'];
}
