import { z } from 'zod';
import { CodeSchema, idOf } from '../../values/identifiers.ts';
import { LocaleSchema, TimestampSchema } from '../../values/locale.ts';
import { immutable, labelsInput, trimmed } from '../../values/text.ts';

export const AttributeGroupSchema = z
  .object({
    id: idOf('attributeGroup'),
    code: CodeSchema,
    label: z.string(),
    labels: z.record(LocaleSchema, z.string()),
    position: z.int(),
    attributes: z.array(CodeSchema).describe('Codes of its attributes in their order.'),
    attributeCount: z.int().min(0),
    createdAt: TimestampSchema,
    updatedAt: TimestampSchema,
  })
  .meta({
    id: 'AttributeGroup',
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

const label = trimmed(200).optional();
const labels = labelsInput(200, LocaleSchema).optional();
const position = z.int32().optional();

export const AttributeGroupCreateSchema = z
  .strictObject({
    code: CodeSchema,
    label: label.describe('Default: the code.'),
    labels,
    position: position.describe('Default: after the last group.'),
  })
  .meta({
    id: 'AttributeGroupCreate',
    examples: [{ code: 'technical', label: 'Technical', labels: { de: 'Technik' } }],
  });

export const AttributeGroupPatchSchema = z
  .strictObject({ label, labels, position, code: immutable() })
  .meta({ id: 'AttributeGroupPatch', examples: [{ label: 'Technical details' }] });

export type AttributeGroup = z.output<typeof AttributeGroupSchema>;
export type AttributeGroupCreate = z.output<typeof AttributeGroupCreateSchema>;
export type AttributeGroupPatch = z.output<typeof AttributeGroupPatchSchema>;
