import type { Attribute } from '@product-content/contract';
import type { Definitions, PlannedAttribute, PlannedProduct } from '../load-plan.ts';

/** New codes by the codes in a catalog. */
export type AttributeRenames = ReadonlyMap<string, string>;

type Existing = Pick<Attribute, 'code' | 'type' | 'localizable'>;

/**
 * New codes for attributes whose code the workspace already uses for another kind of attribute (type and localizable
 * cannot change): `material` of the catalog `magento` becomes `material_magento`.
 */
export function findRenames(
  planned: readonly PlannedAttribute[],
  existing: readonly Existing[],
  catalog: string,
): AttributeRenames {
  const byCode = new Map(existing.map((attribute) => [attribute.code, attribute]));
  const clashes = planned.filter((attribute) => {
    const other = byCode.get(attribute.code);
    return other !== undefined && (other.type !== attribute.type || other.localizable !== !!attribute.localizable);
  });
  return new Map(clashes.map(({ code }) => [code, `${code}_${catalog}`]));
}

/** Definitions with renamed attributes. */
export function renameDefinitions(definitions: Definitions, renames: AttributeRenames): Definitions {
  if (renames.size === 0) return definitions;
  const rename = (code: string) => renames.get(code) ?? code;
  return {
    ...definitions,
    attributes: definitions.attributes.map((attribute) => ({ ...attribute, code: rename(attribute.code) })),
    categoryAttributes: definitions.categoryAttributes.map(({ category, attributes }) => ({
      category,
      attributes: attributes.map((entry) => ({ ...entry, attribute: rename(entry.attribute) })),
    })),
  };
}

/** A product with the new codes in its attribute values and variant axes. */
export function renameProduct(product: PlannedProduct, renames: AttributeRenames): PlannedProduct {
  if (renames.size === 0) return product;
  const rename = (code: string) => renames.get(code) ?? code;
  const renameKeys = <T>(values: Record<string, T>) =>
    Object.fromEntries(Object.entries(values).map(([code, value]) => [rename(code), value]));
  const { attributes, translations, variantAxes } = product;
  return {
    ...product,
    ...(variantAxes && { variantAxes: variantAxes.map(rename) }),
    ...(attributes && { attributes: renameKeys(attributes) }),
    ...(translations && {
      translations: Object.fromEntries(
        Object.entries(translations).map(([locale, translation]) => [
          locale,
          translation?.attributes ? { ...translation, attributes: renameKeys(translation.attributes) } : translation,
        ]),
      ),
    }),
  };
}

/** {@link renameProduct} over a stream. */
export async function* renameProducts(
  products: AsyncIterable<PlannedProduct>,
  renames: AttributeRenames,
): AsyncGenerator<PlannedProduct> {
  for await (const product of products) yield renameProduct(product, renames);
}
