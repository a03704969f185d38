import { pageQuery, queryInteger, queryList, withPrefixedKeys } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { limits } from '../../limits.ts';
import { LocaleSchema, queryInstant } from '../../values/locale.ts';
import { onePlace, onePlaceProblem } from '../../values/paging.ts';
import { queryBoolean, queryTexts, trimmed } from '../../values/text.ts';
import { type AttributeFilters, attributeFilterKeys, attributeFilterQuery } from './attribute-filter.schema.ts';
import { productStatuses, productTypes } from './product.schema.ts';

/** Fields by which a list of products can be sorted. */
export const productSortFields = ['updatedAt', 'createdAt', 'name', 'sku', 'price', 'completeness'] as const;
export type ProductSortField = (typeof productSortFields)[number];
export interface ProductSort {
  readonly field: ProductSortField;
  readonly descending: boolean;
}

const snakeCase = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Every accepted way to write a sort, with its meaning: `name:asc`, `name`, `-name`, `-updated_at`. */
const sortNotations = new Map<string, ProductSort>(
  productSortFields.flatMap((field) =>
    [field, snakeCase(field)].flatMap((name): [string, ProductSort][] => [
      [`${name}:asc`, { field, descending: false }],
      [name, { field, descending: false }],
      [`${name}:desc`, { field, descending: true }],
      [`-${name}`, { field, descending: true }],
    ]),
  ),
);

const documentedSorts = productSortFields.flatMap((field) => [`${field}:asc`, `${field}:desc`]);

/** The order of a list of products: by a field, or by how well a product matches `q`. */
export type ProductListSort = ProductSort | 'relevance';

/** @param others orders other than by a field. */
function sortSchema<const Other extends string = never>(description: string, others: readonly Other[] = []) {
  const documented = [...documentedSorts, ...others];
  const isOther = (text: string): text is Other => (others as readonly string[]).includes(text);
  return z
    .string()
    .transform((text, context): ProductSort | Other => {
      const sort = isOther(text) ? text : sortNotations.get(text);
      if (sort !== undefined) return sort;
      context.addIssue({ code: 'custom', message: `Must be one of ${documented.join(', ')}.` });
      return z.NEVER;
    })
    .meta({
      description,
      examples: ['updatedAt:desc'],
      wire: {
        anyOf: [
          { type: 'string', enum: documented },
          {
            'x-also-accepted': true,
            type: 'string',
            enum: [...sortNotations.keys()].filter((text) => !documentedSorts.includes(text)),
          },
        ],
        default: 'updatedAt:desc',
      },
    });
}

const sortDescription =
  'Field and direction. `-price` and `-updated_at` mean the same as `:desc`. Products without a price or name come last.';

export const ProductSortSchema = sortSchema(sortDescription);

export const ProductListSortSchema = sortSchema(`${sortDescription} \`relevance\` needs \`q\` and forgives typos.`, [
  'relevance',
]);

const references = queryTexts(limits.listFilterValues);
const percent = queryInteger({ min: 0, max: 100 }).meta({ pattern: '^0*(?:100|[1-9]?[0-9])$' });

/** The filters of product lists. */
export const productFilterShape = {
  q: trimmed(200)
    .optional()
    .describe('Words searched in name, SKU, GTIN, MPN and brand; all must occur, with or without separators.'),
  sku: references.optional().describe('SKUs.'),
  ids: references.optional().describe('Product ids.'),
  status: queryList({ member: z.enum(productStatuses) })
    .optional()
    .describe('Any of these states.'),
  type: queryList({ member: z.enum(productTypes) })
    .optional()
    .describe('Any of these types.'),
  category: references.optional().describe('Category ids or codes.'),
  include_subcategories: queryBoolean.optional().describe('Subcategories are included unless it is false.'),
  collection: references.optional().describe('Collection ids or codes.'),
  tag: references.optional().describe('Tags; a product with any of them matches.'),
  brand: trimmed(200).optional().describe('Exact brand.'),
  updated_since: queryInstant.optional().describe('Products changed at or after this ISO 8601 timestamp.'),
  completeness_min: percent.optional().describe('0 to 100.'),
  completeness_max: percent.optional().describe('0 to 100.'),
  has_images: queryBoolean.optional().describe('true: only products with an image; false: only those without.'),
  top_level: queryBoolean.optional().describe('true: only simple and parent products.'),
};

export const includeVariants = queryList({ member: z.enum(['variants']), max: 1 })
  .optional()
  .describe('`variants` nests variants under their parent.');

export const localeQuery = LocaleSchema.optional().describe(
  'Shows content in another workspace language, falling back per field.',
);

export const ProductListQuerySchema = withPrefixedKeys(
  {
    ...productFilterShape,
    sort: ProductListSortSchema.optional(),
    include: includeVariants,
    locale: localeQuery,
    ...pageQuery({ defaultLimit: limits.page.default, maxLimit: limits.page.max }),
  },
  attributeFilterQuery,
  attributeFilterKeys,
)
  .refine(onePlace, onePlaceProblem)
  .refine(({ sort, q }) => sort !== 'relevance' || q !== undefined, { path: ['sort'], message: 'relevance needs q.' });

export const ProductGetQuerySchema = z.strictObject({ include: includeVariants, locale: localeQuery });

export type ProductListQuery = z.output<typeof ProductListQuerySchema>;
export type ProductFilter = Pick<ProductListQuery, keyof typeof productFilterShape> & AttributeFilters;
