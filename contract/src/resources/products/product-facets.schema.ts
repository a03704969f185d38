import { queryList, withPrefixedKeys } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { limits } from '../../limits.ts';
import { attributeFilterKeys, attributeFilterQuery } from './attribute-filter.schema.ts';
import { localeQuery, productFilterShape } from './product-query.schema.ts';

/** Product fields whose values are counted, besides attributes. */
export const facetFields = ['brand', 'category', 'status', 'tag'] as const;
export type FacetField = (typeof facetFields)[number];

export const ProductFacetsQuerySchema = withPrefixedKeys(
  {
    ...productFilterShape,
    facets: queryList({ max: facetFields.length + limits.filterableAttributes })
      .optional()
      .describe('Only these: brand, category, status, tag, attributes.<code>. Default: all.'),
    locale: localeQuery.describe('Labels, and values of localizable attributes, in another workspace language.'),
  },
  attributeFilterQuery,
  attributeFilterKeys,
);

export const FacetValueSchema = z
  .object({
    value: z.string().describe('What the filter of the facet takes.'),
    label: z.string().describe('Name for people.'),
    count: z.int().min(0).describe('Products with it.'),
  })
  .meta({ id: 'FacetValue', description: 'A value, and how many products have it.' });

export const FacetSchema = z
  .object({
    name: z.string().describe('The filter that takes its values: `brand`, `attributes.color`.'),
    label: z.string().describe('Name for people.'),
    approximate: z
      .boolean()
      .describe(
        `True where more than ${limits.facetProducts.toLocaleString('en')} products match: counts are estimates from a sample.`,
      ),
    values: z
      .array(FacetValueSchema)
      .describe(`The ${limits.facetValues} most frequent values, the most frequent first.`),
  })
  .meta({
    id: 'Facet',
    description: 'Values of a field or attribute, with how many products of a list have each.',
    examples: [
      {
        name: 'attributes.color',
        label: 'Colour',
        approximate: false,
        values: [{ value: 'blue', label: 'Blue', count: 12 }],
      },
    ],
  });

export type ProductFacetsQuery = z.output<typeof ProductFacetsQuerySchema>;
export type Facet = z.output<typeof FacetSchema>;
