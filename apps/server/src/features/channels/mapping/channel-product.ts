import { type ProductFieldName, productFields, productFieldsWith } from '@product-content/contract';
import { isFilled, type LocalizedDocument, localizeProduct, type ProductDocument } from '../../products/index.ts';

/** How a channel looks at products. */
export interface ChannelView {
  readonly locale: string;
  readonly defaultLocale: string;
  readonly currency: string;
}

/**
 * A product as a channel sees it: with its parent's content where it has none of its own, in the channel's language and
 * currency. It still is a document, so that it is read by column keys like any other.
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
/** Taken over field by field. */
const alone = inherited.filter((field) => productFields[field].inherited === 'alone');
/** Taken over all at once with the units, when a variant has none of them. */
const together = inherited.filter((field) => productFields[field].inherited === 'together');

/**
 * A variant with the content of its parent where it has none of its own. A text comes with its translations: a variant
 * that has a name keeps it in every language.
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
