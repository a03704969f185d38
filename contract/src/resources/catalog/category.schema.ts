import { z } from 'zod';
import { limits } from '../../limits.ts';
import { CategoryRefSchema, CodeSchema, idOf, RefSchema, recordIdOf } from '../../values/identifiers.ts';
import { LocaleSchema, TimestampSchema } from '../../values/locale.ts';
import { formattedText, immutable, translatedName, translatedText, trimmed } from '../../values/text.ts';

const name = trimmed(200);
const descriptionLength = 10_000;

const CategoryTranslationSchema = z
  .strictObject({
    name: translatedName(200).optional().describe('Name in the language.'),
    description: translatedText(descriptionLength).optional().describe('Description in the language.'),
  })
  .meta({ id: 'CategoryTranslation', description: 'Texts of a category in one language.' });

const CategoryFieldsSchema = z.object({
  id: recordIdOf('category'),
  code: CodeSchema,
  name: z.string().describe('Name in the default language.'),
  translations: z.record(LocaleSchema, CategoryTranslationSchema).describe('Texts in the other languages, by locale.'),
  description: z.string().nullable().describe('Formatted text in the default language.'),
  parent: CategoryRefSchema.nullable().describe('Null for a root.'),
  path: z
    .array(
      z
        .object({
          id: idOf('category'),
          code: CodeSchema,
          name: z.string().describe('Name in the default language.'),
        })
        .meta({ id: 'CategoryNodePathItem', description: 'A category on the way down from the root.' }),
    )
    .describe('From the root down to this category.'),
  level: z.int().min(0).describe('0 at a root.'),
  position: z.int().min(0).describe('Place among its siblings, from 0 without gaps.'),
  productCount: z.int().min(0).describe('Products directly in this category.'),
  totalProductCount: z.int().min(0).describe('Products in this category and everything below it.'),
  createdAt: TimestampSchema,
  updatedAt: TimestampSchema,
});

type CategoryFields = z.output<typeof CategoryFieldsSchema>;
export interface CategoryNode extends CategoryFields {
  children: CategoryNode[];
}

export const CategoryNodeSchema: z.ZodType<CategoryNode> = z
  .object({
    ...CategoryFieldsSchema.shape,
    get children(): z.ZodArray<z.ZodType<CategoryNode>> {
      return z.array(CategoryNodeSchema).describe('The categories directly below.');
    },
  })
  .meta({
    id: 'CategoryNode',
    description: 'A category with those below it.',
    examples: [
      {
        id: 'cat_01k9f2v6m8e5fa1s3tqzc7d4xa',
        code: 'mugs',
        name: 'Mugs',
        translations: { de: { name: 'Tassen' } },
        description: null,
        parent: { id: 'cat_01k9f2v6m8e5fa1s3tqzc7d4xe', code: 'kitchen' },
        path: [
          { id: 'cat_01k9f2v6m8e5fa1s3tqzc7d4xe', code: 'kitchen', name: 'Kitchen' },
          { id: 'cat_01k9f2v6m8e5fa1s3tqzc7d4xa', code: 'mugs', name: 'Mugs' },
        ],
        level: 1,
        position: 0,
        productCount: 12,
        totalProductCount: 12,
        createdAt: '2026-01-31T09:30:00.000Z',
        updatedAt: '2026-01-31T09:30:00.000Z',
        children: [],
      },
    ],
  });

const mutableShape = {
  translations: z
    .record(LocaleSchema, CategoryTranslationSchema.nullable())
    .optional()
    .describe('Merge per locale and field; null removes a locale, an empty text a field.'),
  description: formattedText(descriptionLength)
    .nullable()
    .optional()
    .describe('Formatted text in the default language; null clears it.'),
  parent: RefSchema.nullable()
    .optional()
    .describe(`Id or code of the parent; null for a root. At most ${limits.categoryDepth} levels.`),
  position: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe('Place among its siblings, from 0; the others make room. Default for a new or moved one: the last.'),
};

export const CategoryCreateSchema = z
  .strictObject({ code: CodeSchema, name: name.optional().describe('Default: the code.'), ...mutableShape })
  .meta({
    id: 'CategoryCreate',
    description: 'A category to create.',
    examples: [{ code: 'mugs', name: 'Mugs', parent: 'kitchen', translations: { de: { name: 'Tassen' } } }],
  });

export const CategoryPatchSchema = z
  .strictObject({
    name: name.optional().describe('Name in the default language.'),
    ...mutableShape,
    code: immutable(),
  })
  .meta({
    id: 'CategoryPatch',
    description: 'Changes to a category. Properties that are not sent stay as they are.',
    examples: [{ parent: 'tableware', position: 0 }],
  });

export const CategoryListQuerySchema = z.strictObject({
  format: z.enum(['tree', 'flat']).optional().default('tree').describe('flat: depth-first, children empty.'),
});

export const CategoryDeleteQuerySchema = z.strictObject({
  reassign_to: RefSchema.optional().describe(
    'Category id or code that receives the products; without it they lose their category.',
  ),
});

/** The category's own attributes, replaced as a whole; its descendants inherit them. */
export const CategoryAttributesPutSchema = z
  .strictObject({
    attributes: z
      .array(
        z.union([
          RefSchema,
          z
            .strictObject({
              attribute: RefSchema.describe('Id or code.'),
              required: z.boolean().optional().describe('Default: as the nearest ancestor or the definition says.'),
              position: z.int32().optional().describe('Default: the place in the list.'),
            })
            .meta({ id: 'CategoryAttributeInput', description: 'An attribute that applies in a category.' }),
        ]),
      )
      .max(1_000)
      .describe('Attribute ids or codes, each once.'),
  })
  .meta({
    id: 'CategoryAttributesPut',
    description: 'The attributes that apply in a category, in place of those it has.',
    examples: [{ attributes: ['color', { attribute: 'volume', required: true }] }],
  });

export type CategoryCreate = z.output<typeof CategoryCreateSchema>;
export type CategoryPatch = z.output<typeof CategoryPatchSchema>;
export type CategoryAttributesPut = z.output<typeof CategoryAttributesPutSchema>;
