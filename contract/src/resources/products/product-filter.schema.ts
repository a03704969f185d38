import { alsoAccepted, withPrefixedKeys } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { limits } from '../../limits.ts';
import { attributeFilterKeys, attributeFilterQuery, filterText } from './attribute-filter.schema.ts';
import { type ProductSort, ProductSortSchema, productFilterShape } from './product-query.schema.ts';

type FilterShape = typeof productFilterShape;

/** The values of a filter in a JSON body. */
type FilterValue = string | readonly string[] | number | boolean;

type JsonShape = {
  [Name in keyof FilterShape]: z.ZodOptional<z.ZodType<Exclude<z.output<FilterShape[Name]>, undefined>, FilterValue>>;
};

type ShownShape = { [Name in keyof FilterShape]: z.ZodOptional<z.ZodType<FilterValue>> };

/** The type to which the text of a filter in a query string is parsed; null if it stays text. */
function valuesOf(query: z.ZodType): z.ZodType | null {
  const values = query instanceof z.ZodPipe ? (query.out as z.ZodType) : null;
  if (values instanceof z.ZodOptional) return values.unwrap() as z.ZodType;
  return values instanceof z.ZodTransform ? null : values;
}

function shapeOf<Shape>(toSchema: (query: z.ZodType, values: z.ZodType | null) => z.ZodType): Shape {
  const entries = Object.entries(productFilterShape).map(([name, optional]) => {
    const query: z.ZodType = optional.unwrap();
    return [
      name,
      toSchema(query, valuesOf(query))
        .optional()
        .describe(optional.description ?? ''),
    ];
  });
  return Object.fromEntries(entries) as Shape;
}

/**
 * The filters of `GET /products` for a JSON body: each accepts the text of the query string, or the parsed value (a
 * list, a number, a boolean).
 */
const productFilterJsonShape = shapeOf<JsonShape>((query, values) =>
  values === null ? query : eitherOf(values, query),
);

/** Reports problems for the form the value has. */
function eitherOf(values: z.ZodType, query: z.ZodType): z.ZodType {
  return z.union([values, alsoAccepted(values instanceof z.ZodArray ? listedText(values, query) : query)], {
    error: ({ errors, input }) => errors[typeof input === 'string' ? 1 : 0]?.[0]?.message,
  });
}

/**
 * A list as one text. Unlike in a query, an empty list is rejected: nobody should publish, withdraw or export
 * everything by mistake.
 */
function listedText(values: z.ZodArray, query: z.ZodType): z.ZodType {
  const { element } = values;
  const value = element instanceof z.ZodEnum ? `(?:${element.options.join('|')})` : '[^,\\s][^,]*';
  const pattern = `^[\\s,]*${value}(?:\\s*,[\\s,]*${value})*[\\s,]*$`;
  return z
    .string()
    .meta({ pattern })
    .pipe(query as z.ZodType<unknown, string>)
    .transform((list): unknown => list ?? [])
    .pipe(values);
}

const textOrNumber = z.union([filterText, z.number()], { error: 'Must be a list of texts or numbers.' });
const attributeFilterList = z
  .array(textOrNumber)
  .min(1)
  .max(limits.listFilterValues)
  .transform((values) => values.map(String));
const oneValue = z.union([z.number(), z.boolean()]).transform((value) => [String(value)]);
const listedValues = listedText(z.array(filterText).min(1), attributeFilterQuery) as z.ZodType<string[], string>;
const attributeFilterJson = z
  .union([attributeFilterList, oneValue, alsoAccepted(listedValues)], {
    error: ({ errors, input }) => errors[typeof input === 'string' ? 2 : 0]?.[0]?.message,
  })
  .describe(attributeFilterQuery.description ?? '');

/** Selects products in a JSON body: the filters of `GET /products`. */
export const ProductFilterSchema = withPrefixedKeys(
  productFilterJsonShape,
  attributeFilterJson,
  attributeFilterKeys,
).meta({
  id: 'ProductFilter',
  description: 'Which products. Every filter that is sent has to match.',
  examples: [{ status: ['approved'], category: ['mugs'], has_images: true }],
});

/** {@link ProductFilterSchema} with an order. */
export const SortedProductFilterSchema = withPrefixedKeys(
  { ...productFilterJsonShape, sort: ProductSortSchema.optional() },
  attributeFilterJson,
  attributeFilterKeys,
).meta({
  id: 'SortedProductFilter',
  description: 'Which products, and in which order. Every filter that is sent has to match.',
  examples: [{ status: ['approved'], category: ['mugs'], sort: 'name:asc' }],
});

/** A filter with an order, in the form of {@link toProductFilterInput}. */
export const ShownProductFilterSchema = withPrefixedKeys(
  {
    ...shapeOf<ShownShape>((_, values) => values ?? z.string()),
    sort: z.string().optional().describe('Field and direction: `name:asc`.'),
  },
  z.array(z.string()).describe('Values of an attribute; any of them matches.'),
  attributeFilterKeys,
).meta({ id: 'ShownProductFilter', description: 'Which products, and in which order, as it was saved.' });

/** A filter as it is written. */
export type ProductFilterInput = z.input<typeof ProductFilterSchema>;
export type SortedProductFilter = z.output<typeof SortedProductFilterSchema>;
export type SortedProductFilterInput = z.input<typeof SortedProductFilterSchema>;

/**
 * Converts a filter to the form in which it is stored; parsing it again gives the same filter.
 *
 * @example
 * toProductFilterInput({ sku: ['A'], sort: { field: 'name', descending: true } }); // { sku: ['A'], sort: 'name:desc' }
 */
export function toProductFilterInput({ sort, ...filter }: SortedProductFilter): SortedProductFilterInput {
  const written = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]);
  return { ...Object.fromEntries(written), ...(sort !== undefined && { sort: formatProductSort(sort) }) };
}

/** A sort in the syntax of a query: `name:desc`. */
export function formatProductSort({ field, descending }: ProductSort): string {
  return `${field}:${descending ? 'desc' : 'asc'}`;
}
