import type { AttributeValues, ProductInput, Translation } from '@product-content/contract';
import type { WorkspaceSettings } from '../../../../kernel/index.ts';
import type { CatalogSnapshot } from '../../../catalog/index.ts';
import { checkAttributeValue } from '../../../catalog/index.ts';
import type { ProductDocument } from '../../state/product-document.ts';

/**
 * The input that brings back the content of an earlier version by the rules of PUT. Identity and status are not
 * part of it. What the workspace no longer knows (a category, a collection, an attribute, an option, a locale) is
 * left out.
 */
export function toRestoreInput(
  old: ProductDocument,
  catalog: CatalogSnapshot,
  workspace: WorkspaceSettings,
): ProductInput {
  const { name, description, shortDescription, bullets, tags, brand, manufacturer, mpn, gtin } = old;
  const { currency, prices, units, weight, length, width, height, stock, images, seo } = old;
  return {
    ...{ name, description, shortDescription, bullets, tags, brand, manufacturer, mpn, gtin },
    ...{ currency, prices, units, weight, length, width, height, stock, images, seo },
    category: old.category !== null && catalog.category(old.category.id) ? old.category.id : null,
    collections: old.collections.filter(({ id }) => catalog.collection(id)).map(({ id }) => id),
    attributes: stillValid(old.attributes, catalog),
    translations: Object.fromEntries(
      Object.entries(old.translations)
        .filter(([locale]) => workspace.locales.includes(locale))
        .map(([locale, translation]) => [locale, toTranslationInput(translation, catalog)]),
    ),
  };
}

function toTranslationInput({ attributes, ...texts }: Translation, catalog: CatalogSnapshot): Translation {
  if (attributes === undefined) return texts;
  const localizable = Object.entries(attributes).filter(([code]) => catalog.attribute(code)?.localizable);
  return { ...texts, attributes: stillValid(Object.fromEntries(localizable), catalog) };
}

function stillValid(values: AttributeValues, catalog: CatalogSnapshot): AttributeValues {
  return Object.fromEntries(
    Object.entries(values).filter(([code, value]) => {
      const definition = catalog.attribute(code);
      return definition !== undefined && checkAttributeValue(definition, value) === null;
    }),
  );
}
