import { type AttributeType, attributeTypes, newAttributeTarget } from '@product-content/contract';
import { toCode } from '../../columns/index.ts';

/** An attribute that a column of a file becomes. */
export interface NewAttribute {
  readonly code: string;
  readonly type: AttributeType;
  /** The header. */
  readonly label: string;
}

/**
 * Reads the target `__new_attribute__:<type>`.
 *
 * @returns null when the target is another one; a text says what is wrong with it.
 */
export function readNewAttribute(column: string, target: string): NewAttribute | string | null {
  if (!target.startsWith(newAttributeTarget)) return null;
  const name = target.slice(newAttributeTarget.length);
  const type = attributeTypes.find((known) => known === name);
  if (type === undefined) return `The type of a new attribute must be one of ${attributeTypes.join(', ')}.`;
  const code = toCode(column);
  if (code === null) return 'No code can be made of this header: create the attribute first.';
  return { code, type, label: column.slice(0, 200) };
}
