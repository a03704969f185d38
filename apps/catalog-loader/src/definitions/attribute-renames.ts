import type { Attribute } from '@product-content/contract';
import type { Definitions, PlannedAttribute, PlannedProduct } from '../load-plan.ts';

/** New codes by the codes a catalog uses. */
export type AttributeRenames = ReadonlyMap<string, string>;

type Existing = Pick<Attribute, 'code' | 'type' | 'localizable'>;

/**
 * Codes the workspace already uses for another kind of attribute (type and localizable cannot change) and what
 * they become: `material` of the catalog `magento` becomes `material_magento`.
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

/** Definitions with their attributes renamed. */
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

/** A product with its attribute values and variant axes under the new codes. */
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
