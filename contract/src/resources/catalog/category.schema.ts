import { z } from 'zod';
import { limits } from '../../limits.ts';
import { CodeSchema, codeRefOf, idOf, RefSchema } from '../../values/identifiers.ts';
import { LocaleSchema, TimestampSchema } from '../../values/locale.ts';
import { formattedText, immutable, translatedName, translatedText, trimmed } from '../../values/text.ts';

const name = trimmed(200);
const descriptionLength = 10_000;

const CategoryTranslationSchema = z
  .strictObject({ name: translatedName(200).optional(), description: translatedText(descriptionLength).optional() })
  .meta({ id: 'CategoryTranslation' });

const CategoryFieldsSchema = z.object({
  id: idOf('category'),
  code: CodeSchema,
  name: z.string(),
  translations: z.record(LocaleSchema, CategoryTranslationSchema),
  description: z.string().nullable(),
  parent: codeRefOf('category').nullable(),
  path: z
    .array(z.object({ id: idOf('category'), code: CodeSchema, name: z.string() }))
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
      return z.array(CategoryNodeSchema);
    },
  })
  .meta({
    id: 'CategoryNode',
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
  description: formattedText(descriptionLength).nullable().optional(),
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
    examples: [{ code: 'mugs', name: 'Mugs', parent: 'kitchen', translations: { de: { name: 'Tassen' } } }],
  });

export const CategoryPatchSchema = z
  .strictObject({ name: name.optional(), ...mutableShape, code: immutable() })
  .meta({ id: 'CategoryPatch', examples: [{ parent: 'tableware', position: 0 }] });

export const CategoryListQuerySchema = z.strictObject({
  format: z.enum(['tree', 'flat']).optional().default('tree').describe('flat: depth-first, children empty.'),
});

export const CategoryDeleteQuerySchema = z.strictObject({
  reassign_to: RefSchema.optional().describe(
    'Category id or code that receives the products; without it they lose their category.',
  ),
});

/** The category's own attributes, as a whole; its descendants inherit them. */
export const CategoryAttributesPutSchema = z
  .strictObject({
    attributes: z
      .array(
        z.union([
          RefSchema,
          z.strictObject({
            attribute: RefSchema.describe('Id or code.'),
            required: z.boolean().optional().describe('Default: as the nearest ancestor or the definition says.'),
            position: z.int32().optional().describe('Default: the place in the list.'),
          }),
        ]),
      )
      .max(1_000)
      .describe('Attribute ids or codes, each once.'),
  })
  .meta({
    id: 'CategoryAttributesPut',
    examples: [{ attributes: ['color', { attribute: 'volume', required: true }] }],
  });

export type CategoryCreate = z.output<typeof CategoryCreateSchema>;
export type CategoryPatch = z.output<typeof CategoryPatchSchema>;
export type CategoryAttributesPut = z.output<typeof CategoryAttributesPutSchema>;
