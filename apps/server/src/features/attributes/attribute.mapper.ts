import type { Attribute } from '@product-content/contract';
import { encodeId } from '../../kernel/index.ts';
import type { ListedAttribute } from './attribute.entity.ts';

/** An attribute as the API shows it. */
export function toAttribute({ group, ...row }: ListedAttribute): Attribute {
  return {
    id: encodeId('attribute', row.id),
    code: row.code,
    label: row.label,
    labels: row.labels,
    type: row.type,
    group: group === null ? null : { id: encodeId('attributeGroup', group.id), code: group.code },
    localizable: row.localizable,
    required: row.required,
    unique: row.isUnique,
    usableAsAxis: row.usableAsAxis,
    unit: row.unit,
    defaultValue: row.defaultValue,
    options: [...row.options],
    validation: row.validation,
    position: row.position,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
