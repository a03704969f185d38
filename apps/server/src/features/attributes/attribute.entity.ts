import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** The types of attribute, as the table's check lists them. */
export const attributeTypes = [
  'text',
  'textarea',
  'richtext',
  'integer',
  'decimal',
  'boolean',
  'select',
  'multiselect',
  'date',
  'url',
  'color',
] as const;

export type AttributeType = (typeof attributeTypes)[number];

/** An option of a select or multiselect attribute. */
export interface AttributeOption {
  readonly code: string;
  readonly label: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly position: number;
}

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
    groupId: p.uuid().strictNullable(),
    localizable: p.boolean(),
    required: p.boolean(),
    isUnique: p.boolean(),
    usableAsAxis: p.boolean(),
    unit: p.text().strictNullable(),
    defaultValue: p.json<unknown>().strictNullable(),
    options: p.json<readonly AttributeOption[]>().default('[]'),
    validation: p.json<Readonly<Record<string, unknown>>>().default('{}'),
    position: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export type AttributeRow = InferEntity<typeof AttributeEntity>;
