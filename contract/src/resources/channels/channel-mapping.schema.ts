import { alsoAccepted } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { limits } from '../../limits.ts';
import { CodeSchema } from '../../values/identifiers.ts';
import { plainTransforms } from './channel-values.ts';

const ConstantSchema = z.union([
  z.string().min(1).max(5000),
  z.number(),
  z.boolean(),
  z.array(z.string().min(1).max(1000)).min(1).max(100),
]);

const sourceForms = [
  z
    .strictObject({
      field: z
        .string()
        .min(1)
        .max(200)
        .describe('A column key: `name`, `price`, `prices.USD`, `translations.de.name`, `seo.slug`.'),
    })
    .meta({ id: 'FieldSource', description: 'What a column has.' }),
  z
    .strictObject({ attribute: CodeSchema.describe('Code of the attribute.') })
    .meta({ id: 'AttributeSource', description: 'The value of an attribute.' }),
  z
    .strictObject({ value: ConstantSchema.describe('The value itself.') })
    .meta({ id: 'ConstantSource', description: 'The same value for every product.' }),
] as const;

const oneOfForms = 'Must be a column key, { field }, { attribute } or { value }.';

/** Where a value comes from. */
export const MappingSourceSchema = z
  .union(sourceForms, oneOfForms)
  .meta({ id: 'MappingSource', description: 'Where a value comes from.' });

/** Reports problems for the form the source has, so that the wrong property is named and not only the whole. */
const SourceInputSchema = z.union(
  [...sourceForms, alsoAccepted(z.string().min(1).max(200)).transform((field) => ({ field }))],
  oneOfForms,
);

/** One step of a transformation. */
export const TransformSchema = z
  .union(
    [
      z.enum(plainTransforms).meta({ id: 'PlainTransform', description: 'A transformation without an argument.' }),
      z
        .strictObject({ truncate: z.int().min(1).max(65_535).describe('Most characters; cut at a word.') })
        .meta({ id: 'MappingTransformTruncate', description: 'Cuts a text to a length.' }),
      z
        .strictObject({ prefix: z.string().min(1).max(2000).describe('Text to put in front.') })
        .meta({ id: 'MappingTransformPrefix', description: 'Puts a text in front.' }),
      z
        .strictObject({ suffix: z.string().min(1).max(2000).describe('Text to put behind.') })
        .meta({ id: 'MappingTransformSuffix', description: 'Puts a text behind.' }),
      z
        .strictObject({ join: z.string().max(20).describe('Between the items of a list that becomes one text.') })
        .meta({ id: 'MappingTransformJoin', description: 'Makes one text of a list.' }),
      z
        .strictObject({
          map: z
            .record(z.string(), z.string().max(1000))
            .refine((map) => Object.keys(map).length <= 1000, 'Must have at most 1000 entries.')
            .meta({ id: 'MappingValues', description: 'Another value for each that is named; others stay.' }),
        })
        .describe('Another value for each that is named; others stay.'),
    ],
    `Must be one of ${plainTransforms.join(', ')}, or { truncate }, { prefix }, { suffix }, { join } or { map }.`,
  )
  .meta({ id: 'MappingTransform', description: 'One step of a transformation.' });

const transforms = z.array(TransformSchema).min(1).max(limits.mappingSteps);

const target = z
  .string()
  .max(100)
  .regex(/^[A-Za-z_][A-Za-z0-9_.:-]*$/, 'Must begin with a letter and have letters, digits, "_", "-", "." or ":" only.')
  .describe('Name of the field on the platform.');

const details = {
  default: ConstantSchema.optional().describe('Used when the source has no value; it is not transformed.'),
  required: z.boolean().optional().describe('Without a value the product is not ready.'),
};

/** The mapping of one field of the platform. */
export const MappingEntrySchema = z
  .object({
    target,
    source: z.array(MappingSourceSchema).min(1).describe('The first that has a value is taken.'),
    ...details,
    transform: transforms.optional().describe('Steps in their order.'),
  })
  .meta({
    id: 'MappingEntry',
    description: 'What a field of the platform is filled with.',
    examples: [{ target: 'title', source: [{ field: 'name' }], transform: [{ truncate: 150 }], required: true }],
  });

const oneOrMore = <Schema extends z.ZodType>(schema: Schema, max: number) =>
  z.union([z.array(schema).min(1).max(max), schema.transform((one) => [one])], {
    error: ({ errors, input }) => errors[Array.isArray(input) ? 0 : 1]?.[0]?.message,
  });

const MappingEntryInputSchema = z
  .strictObject({
    target,
    source: oneOrMore(SourceInputSchema, limits.mappingSources).describe(
      'A column key, `{ field }`, `{ attribute }` or `{ value }`; of a list the first that has a value is taken.',
    ),
    ...details,
    transform: oneOrMore(TransformSchema, limits.mappingSteps).optional().describe('One step, or several in order.'),
  })
  .meta({ id: 'MappingEntryInput', description: 'What a field of the platform is filled with.' });

/** The mapping of a channel, as input. */
export const MappingInputSchema = z
  .array(MappingEntryInputSchema)
  .max(limits.mappingEntries)
  .superRefine((entries, context) => {
    const seen = new Set<string>();
    for (const [index, entry] of entries.entries()) {
      if (seen.has(entry.target))
        context.addIssue({ code: 'custom', path: [index, 'target'], message: 'Is repeated.' });
      seen.add(entry.target);
    }
  });

export type MappingSource = z.output<typeof MappingSourceSchema>;
export type MappingConstant = z.output<typeof ConstantSchema>;
export type MappingTransform = z.output<typeof TransformSchema>;
export type MappingEntry = z.output<typeof MappingEntrySchema>;
