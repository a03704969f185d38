import type { AttributeGroup } from '@product-content/contract';
import { encodeId } from '../../../kernel/index.ts';
import type { AttributeGroupRow } from './attribute-group.entity.ts';

/** A group as the API shows it, with the codes of its attributes. */
export function toAttributeGroup(row: AttributeGroupRow, attributes: readonly string[] = []): AttributeGroup {
  return {
    id: encodeId('attributeGroup', row.id),
    code: row.code,
    label: row.label,
    labels: row.labels,
    position: row.position,
    attributes: [...attributes],
    attributeCount: attributes.length,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
