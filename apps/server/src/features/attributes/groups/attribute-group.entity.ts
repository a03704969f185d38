import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** A group in which attributes are shown. */
export const AttributeGroupEntity = defineEntity({
  name: 'AttributeGroup',
  tableName: 'attribute_group',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    code: p.text(),
    label: p.text(),
    labels: p.json<Readonly<Record<string, string>>>().default('{}'),
    position: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export type AttributeGroupRow = InferEntity<typeof AttributeGroupEntity>;
