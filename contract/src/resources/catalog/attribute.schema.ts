import { queryList } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { limits } from '../../limits.ts';
import { AttributeGroupRefSchema, CodeSchema, idOf, RefSchema, recordIdOf } from '../../values/identifiers.ts';
import { LocaleSchema, shownLabels, TimestampSchema } from '../../values/locale.ts';
import { immutable, labelsInput, shownLabel, trimmed } from '../../values/text.ts';
import { AttributeValueSchema } from './attribute-value.schema.ts';

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

/** The types whose values are option codes. */
export const optionTypes: readonly AttributeType[] = ['select', 'multiselect'];

const label = trimmed(200);
const labels = labelsInput(200, LocaleSchema);
const length = z.int().min(0).max(65_535);

/** Validation keys each type allows. */
export const validationKeys = {
  text: ['minLength', 'maxLength', 'pattern'],
  textarea: ['maxLength'],
  richtext: ['maxLength'],
  integer: ['min', 'max'],
  decimal: ['min', 'max', 'decimals'],
  boolean: [],
  select: [],
  multiselect: ['minItems', 'maxItems'],
  date: ['min', 'max'],
  url: ['schemes'],
  color: [],
} as const satisfies Record<AttributeType, readonly string[]>;

const bound = z.union([z.number(), z.iso.date()]).describe('A number, or a date for date attributes.');

export const AttributeValidationSchema = z
  .strictObject({
    minLength: length.optional().describe('Fewest characters.'),
    maxLength: length.optional().describe('Most characters.'),
    pattern: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('RE2 syntax, matched anywhere in the value; it runs in linear time.'),
    min: bound.optional(),
    max: bound.optional(),
    decimals: z.int().min(0).max(4).optional().describe('Most digits after the point.'),
    minItems: z.int().min(0).max(1_000).optional().describe('Fewest options.'),
    maxItems: z.int().min(1).max(1_000).optional().describe('Most options.'),
    schemes: z
      .array(
        z.enum(['http', 'https']).meta({ id: 'AttributeValidationScheme', description: 'The scheme of an address.' }),
      )
      .min(1)
      .optional()
      .describe('How an address may start.'),
  })
  .meta({ id: 'AttributeValidation', description: 'Which keys an attribute takes follows from its type.' });

export const AttributeOptionSchema = z
  .object({
    code: CodeSchema,
    label: shownLabel,
    labels: shownLabels,
    position: z.int().describe('Place among the options.'),
  })
  .meta({ id: 'AttributeOption', description: 'A value of a select or multiselect attribute.' });

const attributeExample = {
  id: 'att_01k9f2v6m8e5fa1s3tqzc7d4xf',
  code: 'color',
  label: 'Colour',
  labels: { de: 'Farbe' },
  type: 'select',
  group: null,
  localizable: false,
  required: true,
  unique: false,
  usableAsAxis: true,
  filterable: true,
  filterProgress: 100,
  unit: null,
  defaultValue: null,
  options: [{ code: 'blue', label: 'Blue', labels: { de: 'Blau' }, position: 0 }],
  validation: {},
  position: 0,
  createdAt: '2026-01-31T09:30:00.000Z',
  updatedAt: '2026-01-31T09:30:00.000Z',
};

export const AttributeSchema = z
  .object({
    id: recordIdOf('attribute'),
    code: CodeSchema,
    label: shownLabel,
    labels: shownLabels,
    type: z.enum(attributeTypes).meta({ id: 'AttributeType', description: 'What the values of an attribute are.' }),
    group: AttributeGroupRefSchema.nullable(),
    localizable: z.boolean().describe('Values differ by language and live in translations.<locale>.attributes.'),
    required: z.boolean().describe('Counts towards completeness where the attribute applies.'),
    unique: z.boolean().describe('No two products of the workspace have the same value.'),
    usableAsAxis: z.boolean().describe('Variants may differ in it.'),
    filterable: z.boolean().describe('Products can be filtered and counted by its values.'),
    filterProgress: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .describe('Percent of its values that are indexed: filters are taken at 100. Null when it is not filterable.'),
    unit: z.string().nullable().describe('What values are measured in; null when in nothing.'),
    defaultValue: AttributeValueSchema.nullable().describe(
      'Given to new products of categories where the attribute applies, unless they send a value; not to variants.',
    ),
    options: z.array(AttributeOptionSchema).describe('The values to choose from; empty for other types.'),
    validation: AttributeValidationSchema,
    position: z.int().describe('Place among all attributes.'),
    createdAt: TimestampSchema,
    updatedAt: TimestampSchema,
  })
  .meta({
    id: 'Attribute',
    description: 'The definition of a custom product attribute.',
    examples: [attributeExample],
  });

/** An attribute as it applies to a category. */
export const EffectiveAttributeSchema = AttributeSchema.extend({
  inherited: z.boolean().describe('True when an ancestor category brings the attribute.'),
  source: z
    .object({ categoryId: idOf('category'), categoryCode: CodeSchema })
    .describe('The category that brings the attribute.'),
}).meta({
  id: 'EffectiveAttribute',
  description: 'An attribute as it applies to a category.',
  examples: [
    {
      ...attributeExample,
      inherited: true,
      source: { categoryId: 'cat_01k9f2v6m8e5fa1s3tqzc7d4xe', categoryCode: 'kitchen' },
    },
  ],
});

const optionInput = z
  .strictObject({
    code: CodeSchema,
    label: label.optional().describe('Default: the current label of the option, else the code.'),
    labels: labels.optional(),
    position: z.int32().optional().describe('Default: the place in the list.'),
  })
  .meta({ id: 'AttributeOptionInput', description: 'An option of a select or multiselect attribute.' });

const mutableShape = {
  label: label.optional().describe('Default: the code.'),
  labels: labels.optional(),
  group: RefSchema.nullable().optional().describe('Id or code of an attribute group.'),
  required: z.boolean().optional().describe('Default for a new one: false.'),
  usableAsAxis: z
    .boolean()
    .optional()
    .describe(
      'Only select, boolean, text, integer, decimal and color attributes that are not localizable. Default for a new one: false.',
    ),
  filterable: z
    .boolean()
    .optional()
    .describe(
      `Products can be filtered by its values; not for textarea and richtext. At most ${limits.filterableAttributes} in a workspace. Default: false.`,
    ),
  filterProgress: z.int().min(0).max(100).nullable().optional().describe('As it was read; sending it has no effect.'),
  unit: trimmed(50).nullable().optional().describe('What values are measured in; null for nothing.'),
  defaultValue: AttributeValueSchema.nullable()
    .optional()
    .describe('A valid value of the attribute; not on unique attributes.'),
  options: z
    .array(optionInput)
    .max(limits.attributeOptions)
    .optional()
    .describe('The whole list; select and multiselect only. An option that is left out is removed.'),
  validation: AttributeValidationSchema.optional().describe(
    'The whole set of rules; which keys there are follows from the type. Products are held to it when they are next written.',
  ),
  position: z.int32().optional().describe('Default for a new one: after the last attribute.'),
};

export const AttributeCreateSchema = z
  .strictObject({
    code: CodeSchema,
    type: z.enum(attributeTypes),
    localizable: z
      .boolean()
      .optional()
      .default(false)
      .describe('Values differ by language and live in `translations.<locale>.attributes`.'),
    unique: z
      .boolean()
      .optional()
      .default(false)
      .describe('Only text, integer, decimal, date and url attributes that are not localizable.'),
    ...mutableShape,
  })
  .meta({
    id: 'AttributeCreate',
    description: 'An attribute to create.',
    examples: [
      {
        code: 'color',
        label: 'Colour',
        labels: { de: 'Farbe' },
        type: 'select',
        usableAsAxis: true,
        options: [{ code: 'red' }, { code: 'blue', label: 'Blue', labels: { de: 'Blau' } }],
      },
    ],
  });

export const AttributePatchSchema = z
  .strictObject({
    ...mutableShape,
    label: label.optional().describe('Name for people, in the default language.'),
    code: immutable(),
    type: immutable(),
    localizable: immutable(),
    unique: immutable(),
  })
  .meta({
    id: 'AttributePatch',
    description: 'Changes to an attribute. Properties that are not sent stay as they are.',
    examples: [{ required: true, position: 3 }],
  });

export const AttributeListQuerySchema = z.strictObject({
  group: RefSchema.optional().describe('Group id or code; an unknown one matches nothing.'),
  type: queryList({ member: z.enum(attributeTypes) })
    .optional()
    .describe('Any of these types.'),
});

export type Attribute = z.output<typeof AttributeSchema>;
export type AttributeOption = z.output<typeof AttributeOptionSchema>;
export type AttributeValidation = z.output<typeof AttributeValidationSchema>;
export type EffectiveAttribute = z.output<typeof EffectiveAttributeSchema>;
export type AttributeCreate = z.output<typeof AttributeCreateSchema>;
export type AttributePatch = z.output<typeof AttributePatchSchema>;
