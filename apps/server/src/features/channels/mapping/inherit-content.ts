import type { ProductDocument } from '../../products/index.ts';

/** What a variant takes from its parent when it has none itself. Identifiers and stock are its own. */
const texts = ['name', 'description', 'shortDescription', 'bullets'] as const;
const others = ['brand', 'manufacturer', 'tags', 'category', 'images'] as const;
const measures = ['weight', 'length', 'width', 'height'] as const;

/**
 * A variant with the content of its parent where it has none of its own. A text comes with its translations: a variant
 * that has a name keeps it in every language.
 */
export function inheritContent(document: ProductDocument, parent: ProductDocument | null): ProductDocument {
  if (parent === null) return document;
  const inheritedTexts = texts.filter((field) => !isFilled(document[field]));
  const inherited = [...inheritedTexts, ...others.filter((field) => !isFilled(document[field]))];
  const codes = Object.keys(parent.attributes).filter((code) => !Object.hasOwn(document.attributes, code));
  const content = Object.fromEntries(inherited.map((field) => [field, parent[field]]));
  const attributes = Object.fromEntries(codes.map((code) => [code, parent.attributes[code]]));
  return {
    ...document,
    ...content,
    ...(measures.every((field) => document[field] === null) && measuresOf(parent)),
    attributes: { ...attributes, ...document.attributes } as ProductDocument['attributes'],
    prices: { ...parent.prices, ...document.prices },
    seo: {
      title: document.seo.title ?? parent.seo.title,
      description: document.seo.description ?? parent.seo.description,
      slug: document.seo.slug ?? parent.seo.slug,
    },
    translations: inheritTranslations(document, parent, inheritedTexts, codes),
  };
}

/** False for null, an empty text and an empty list. */
export function isFilled(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  return !Array.isArray(value) || value.length > 0;
}

function measuresOf({ weight, length, width, height, units }: ProductDocument) {
  return { weight, length, width, height, units };
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
