import type { ProductInput } from '@product-content/contract';
import { type CatalogSnapshot, normalizeAttributeValue } from '../../catalog/index.ts';

type AttributesInput = NonNullable<ProductInput['attributes']>;

/**
 * An input with its attribute values in stored form. The schemas of the contract normalize the fields of a product; the
 * stored form of a value depends on the definition of its attribute, which they do not know.
 */
export function normalizeAttributes(input: ProductInput, catalog: CatalogSnapshot): ProductInput {
  const { attributes, translations } = input;
  const isTranslated = Object.values(translations ?? {}).some((translation) => translation?.attributes !== undefined);
  if (!attributes && !isTranslated) return input;
  return {
    ...input,
    ...(attributes && { attributes: normalizeValues(attributes, catalog) }),
    ...(translations && {
      translations: Object.fromEntries(
        Object.entries(translations).map(([locale, translation]) => [
          locale,
          translation?.attributes === undefined
            ? translation
            : { ...translation, attributes: normalizeValues(translation.attributes, catalog) },
        ]),
      ),
    }),
  };
}

function normalizeValues(values: AttributesInput, catalog: CatalogSnapshot): AttributesInput {
  return Object.fromEntries(
    Object.entries(values).map(([code, value]) => {
      const type = catalog.attribute(code)?.type;
      return [code, value === null || type === undefined ? value : normalizeAttributeValue(type, value)];
    }),
  );
}
