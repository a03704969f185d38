import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { AttributeOption, AttributeType, AttributeValidation, AttributeValue } from '@product-content/contract';
import { AttributeGroupEntity, type AttributeGroupRow } from './groups/attribute-group.entity.ts';

/** An attribute definition. */
export const AttributeEntity = defineEntity({
  name: 'Attribute',
  tableName: 'attribute',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    code: p.text(),
    label: p.text(),
    labels: p.json<Readonly<Record<string, string>>>().default('{}'),
    type: p.text().$type<AttributeType>(),
    group: () =>
      p
        .manyToOne(AttributeGroupEntity)
        .joinColumns('workspace_id', 'group_id')
        .strictNullable()
        .foreignKeyName('attribute_group_of')
        .updateRule('no action')
        .deleteRule('set null (group_id)'),
    localizable: p.boolean(),
    required: p.boolean(),
    isUnique: p.boolean(),
    usableAsAxis: p.boolean(),
    /** Percent of the values that are indexed for filtering; null when the attribute is not filterable. */
    filterProgress: p.smallint().strictNullable(),
    unit: p.text().strictNullable(),
    defaultValue: p.json<AttributeValue>().strictNullable(),
    options: p.json<readonly AttributeOption[]>().default('[]'),
    validation: p.json<AttributeValidation>().default('{}'),
    position: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export type AttributeRow = InferEntity<typeof AttributeEntity>;

/** An attribute with the part of its group that is shown. */
export type ListedAttribute = Omit<AttributeRow, 'group'> & {
  readonly group: Pick<AttributeGroupRow, 'id' | 'code'> | null;
};

/** An attribute whose values a job is indexing. */
export const AttributeIndexingEntity = defineEntity({
  name: 'AttributeIndexing',
  tableName: 'attribute_indexing',
  properties: {
    workspaceId: p.uuid().primary(),
    attributeId: p.uuid().primary(),
    /** The last product indexed. */
    afterId: p.uuid().strictNullable(),
    /** Products indexed so far, out of `total`. */
    done: p.integer().default(0),
    total: p.integer(),
    /** True when all products are indexed, before the attribute is shown as such. */
    complete: p.boolean().default(false),
    createdAt: p.datetime(3),
  },
});
