import type { Attribute, Product } from '@product-content/contract';

/**
 * The value of an attribute in words: labels of options, `yes`, `12 cm`.
 *
 * @param attribute undefined while definitions are read, or for a key that may not read them.
 */
export function attributeText(
  attribute: Pick<Attribute, 'options' | 'unit'> | undefined,
  value: Product['attributes'][string],
): string {
  const { options, unit } = attribute ?? { options: [], unit: null };
  const parts = [value].flat().map((part) => {
    if (typeof part === 'boolean') return part ? 'yes' : 'no';
    return options.find(({ code }) => code === part)?.label ?? String(part);
  });
  return `${parts.join(', ')}${unit === null ? '' : ` ${unit}`}`;
}
