import type { Attribute } from '@product-content/contract';
import { encodeId } from '../../kernel/index.ts';
import type { AttributeRow } from './attribute.entity.ts';

/** The groups of a workspace by their UUID. */
export type GroupCodes = ReadonlyMap<string, string>;

/** Knows the groups of attributes. */
export interface GroupNames {
  codes(workspaceId: string): Promise<GroupCodes>;
}

/** An attribute as the API shows it. */
export function toAttribute(row: AttributeRow, groups: GroupCodes): Attribute {
  const groupCode = groups.get(row.groupId ?? '');
  return {
    id: encodeId('attribute', row.id),
    code: row.code,
    label: row.label,
    labels: row.labels,
    type: row.type,
    group:
      row.groupId === null || groupCode === undefined
        ? null
        : { id: encodeId('attributeGroup', row.groupId), code: groupCode },
    localizable: row.localizable,
    required: row.required,
    unique: row.isUnique,
    usableAsAxis: row.usableAsAxis,
    filterable: row.filterProgress !== null,
    filterProgress: row.filterProgress,
    unit: row.unit,
    defaultValue: row.defaultValue,
    options: [...row.options],
    validation: row.validation,
    position: row.position,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
