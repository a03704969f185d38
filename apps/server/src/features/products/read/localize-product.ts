import {
  type AttributeValues,
  type LocalizedProduct,
  productFieldsWith,
  type Translation,
} from '@product-content/contract';
import { isFilled, type ProductDocument } from '../state/product-document.ts';

/** A localized product without the properties that only views of single products and families add. */
export type LocalizedDocument = Omit<LocalizedProduct, 'variants' | 'completenessDetails'>;

export interface LocalizationOptions {
  /** The requested locale. */
  readonly locale: string;
  /** The locale the plain content is in. */
  readonly defaultLocale: string;
  /** True for attributes whose values differ by language. */
  readonly isLocalizable: (attributeCode: string) => boolean;
}

/** The fields of a translation, without attributes. */
const translatedFields = productFieldsWith('translated');

/**
 * Shows a product in one locale: each field comes from the translation, or from the plain content if the translation
 * lacks it. `fallbackFields` names the fields of the latter kind that have a value. In the default locale there are no
 * fallbacks (API behavior 6.8).
 */
export function localizeProduct(product: ProductDocument, options: LocalizationOptions): LocalizedDocument {
  const { locale, defaultLocale } = options;
  const translation = Object.hasOwn(product.translations, locale) ? (product.translations[locale] ?? {}) : {};
  const translated = translatedFields.filter((field) => isFilled(translation[field]));
  const content = Object.fromEntries(translated.map((field) => [field, translation[field]]));
  const attributes = { ...product.attributes, ...valuesOf(translation) };
  const fallbackFields = locale === defaultLocale ? [] : fallbacksOf(product, translation, options.isLocalizable);
  const shown: Record<string, unknown> = {};
  for (const [field, value] of Object.entries({ ...product, ...content, attributes })) {
    if (field === 'translations') Object.assign(shown, { locale, fallbackFields });
    else shown[field] = value;
  }
  return shown as LocalizedDocument;
}

function fallbacksOf(
  product: ProductDocument,
  translation: Translation,
  isLocalizable: (attributeCode: string) => boolean,
): string[] {
  const values = valuesOf(translation);
  const fields = translatedFields.filter((field) => isFilled(product[field]) && !isFilled(translation[field]));
  const codes = Object.keys(product.attributes).filter(
    (code) => isLocalizable(code) && !Object.hasOwn(values, code) && isFilled(product.attributes[code]),
  );
  return [...fields, ...codes.map((code) => `attributes.${code}`)];
}

function valuesOf({ attributes = {} }: Translation): AttributeValues {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => isFilled(value)));
}
