import { z } from 'zod';
import { CodeSchema, recordIdOf } from '../../values/identifiers.ts';
import { LocaleSchema, shownLabels, TimestampSchema } from '../../values/locale.ts';
import { immutable, labelsInput, shownLabel, trimmed } from '../../values/text.ts';

export const AttributeGroupSchema = z
  .object({
    id: recordIdOf('attributeGroup'),
    code: CodeSchema,
    label: shownLabel,
    labels: shownLabels,
    position: z.int().describe('Place among the groups.'),
    attributes: z.array(CodeSchema).describe('Codes of its attributes in their order.'),
    attributeCount: z.int().min(0).describe('Attributes in the group.'),
    createdAt: TimestampSchema,
    updatedAt: TimestampSchema,
  })
  .meta({
    id: 'AttributeGroup',
    description: 'Attributes that belong together.',
    examples: [
      {
        id: 'grp_01k9f2v6m8e5fa1s3tqzc7d4xd',
        code: 'technical',
        label: 'Technical',
        labels: { de: 'Technik' },
        position: 0,
        attributes: ['volume', 'material'],
        attributeCount: 2,
        createdAt: '2026-01-31T09:30:00.000Z',
        updatedAt: '2026-01-31T09:30:00.000Z',
      },
    ],
  });

const label = trimmed(200).optional().describe('Name for people, in the default language.');
const labels = labelsInput(200, LocaleSchema).optional();
const position = z.int32().optional().describe('Place among the groups.');

export const AttributeGroupCreateSchema = z
  .strictObject({
    code: CodeSchema,
    label: label.describe('Default: the code.'),
    labels,
    position: position.describe('Default: after the last group.'),
  })
  .meta({
    id: 'AttributeGroupCreate',
    description: 'An attribute group to create.',
    examples: [{ code: 'technical', label: 'Technical', labels: { de: 'Technik' } }],
  });

export const AttributeGroupPatchSchema = z.strictObject({ label, labels, position, code: immutable() }).meta({
  id: 'AttributeGroupPatch',
  description: 'Changes to an attribute group. Properties that are not sent stay as they are.',
  examples: [{ label: 'Technical details' }],
});

export type AttributeGroup = z.output<typeof AttributeGroupSchema>;
export type AttributeGroupCreate = z.output<typeof AttributeGroupCreateSchema>;
export type AttributeGroupPatch = z.output<typeof AttributeGroupPatchSchema>;
