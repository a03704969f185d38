import { pageQuery } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { limits } from '../../limits.ts';
import { CodeSchema, RefSchema, recordIdOf } from '../../values/identifiers.ts';
import { LocaleSchema, TimestampSchema } from '../../values/locale.ts';
import { formattedText, immutable, translatedName, translatedText, trimmed } from '../../values/text.ts';
import { localeQuery } from '../products/product-query.schema.ts';

const descriptionLength = 10_000;

const CollectionTranslationSchema = z
  .strictObject({
    name: translatedName(200).optional().describe('Name in the language.'),
    description: translatedText(descriptionLength).optional().describe('Description in the language.'),
  })
  .meta({ id: 'CollectionTranslation', description: 'Texts of a collection in one language.' });

export const CollectionSchema = z
  .object({
    id: recordIdOf('collection'),
    code: CodeSchema,
    name: z.string().describe('Name in the default language.'),
    description: z.string().nullable().describe('Formatted text in the default language.'),
    translations: z
      .record(LocaleSchema, CollectionTranslationSchema)
      .describe('Texts in the other languages, by locale.'),
    position: z.int().describe('Place among the collections.'),
    productCount: z.int().min(0).describe('Products in it.'),
    createdAt: TimestampSchema,
    updatedAt: TimestampSchema,
  })
  .meta({
    id: 'Collection',
    description: 'An ordered selection of products.',
    examples: [
      {
        id: 'col_01k9f2v6m8e5fa1s3tqzc7d4xb',
        code: 'summer',
        name: 'Summer',
        description: null,
        translations: { de: { name: 'Sommer' } },
        position: 0,
        productCount: 24,
        createdAt: '2026-01-31T09:30:00.000Z',
        updatedAt: '2026-01-31T09:30:00.000Z',
      },
    ],
  });

const mutableShape = {
  description: formattedText(descriptionLength)
    .nullable()
    .optional()
    .describe('Formatted text in the default language; null clears it.'),
  translations: z
    .record(LocaleSchema, CollectionTranslationSchema.nullable())
    .optional()
    .describe('Merge per locale and field; null removes a locale, an empty text a field.'),
  position: z.int32().optional().describe('Default for a new one: after the last collection.'),
};

export const CollectionCreateSchema = z
  .strictObject({ code: CodeSchema, name: trimmed(200).optional().describe('Default: the code.'), ...mutableShape })
  .meta({
    id: 'CollectionCreate',
    description: 'A collection to create.',
    examples: [{ code: 'summer', name: 'Summer', translations: { de: { name: 'Sommer' } } }],
  });

export const CollectionPatchSchema = z
  .strictObject({
    name: trimmed(200).optional().describe('Name in the default language.'),
    ...mutableShape,
    code: immutable(),
  })
  .meta({
    id: 'CollectionPatch',
    description: 'Changes to a collection. Properties that are not sent stay as they are.',
    examples: [{ name: 'Summer 2026' }],
  });

export const CollectionProductsPutSchema = z
  .strictObject({
    products: z
      .array(RefSchema)
      .max(limits.collectionProducts)
      .describe('Product ids or SKUs in their order, each once.'),
  })
  .meta({
    id: 'CollectionProductsPut',
    description: 'The products of a collection, in place of those it has.',
    examples: [{ products: ['MUG-BLUE', 'MUG-RED'] }],
  });

export const CollectionProductsResultSchema = z
  .object({
    productCount: z.int().min(0).describe('Products in it now.'),
    added: z.int().min(0).describe('Products that came in.'),
    removed: z.int().min(0).describe('Products that went out.'),
    moved: z.int().min(0).describe('Products that stayed and whose place among those that stayed changed.'),
  })
  .meta({
    id: 'CollectionProductsResult',
    description: 'What setting the products of a collection changed.',
    examples: [{ productCount: 24, added: 2, removed: 1, moved: 3 }],
  });

export const CollectionProductsQuerySchema = z.strictObject({
  page: pageQuery().page,
  limit: pageQuery().limit,
  locale: localeQuery,
});

export type Collection = z.output<typeof CollectionSchema>;
export type CollectionCreate = z.output<typeof CollectionCreateSchema>;
export type CollectionPatch = z.output<typeof CollectionPatchSchema>;
export type CollectionProductsResult = z.output<typeof CollectionProductsResultSchema>;
