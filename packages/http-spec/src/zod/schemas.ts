import { z } from 'zod';

/** The pagination block of a list. */
export const PaginationSchema = z
  .object({
    page: z.int().min(1).describe('Number of this page, from 1.'),
    limit: z.int().min(1).describe('Maximum number of records on a page.'),
    total: z.int().min(0).describe('Total number of records.'),
    totalPages: z.int().min(0).describe('Total number of pages.'),
    hasMore: z.boolean().describe('A client stops paging when it is false.'),
    nextCursor: z
      .string()
      .nullable()
      .describe(
        'Send it as `cursor` to get the next page at constant cost. Null on the last page, and where a list takes no cursor.',
      ),
  })
  .meta({
    id: 'Pagination',
    description: 'Where a page stands in its list.',
    examples: [{ page: 1, limit: 50, total: 1, totalPages: 1, hasMore: false, nextCursor: null }],
  });

/** A single record: `{ data: record }`. */
export const dataOf = <T extends z.ZodType>(schema: T) => z.object({ data: schema });

/** A small collection, returned whole: `{ data: [...] }`. */
export const listOf = <T extends z.ZodType>(schema: T) => z.object({ data: z.array(schema) });

/** A page of a list: `{ data: [...], pagination }`. */
export const pageOf = <T extends z.ZodType>(schema: T) =>
  z.object({ data: z.array(schema), pagination: PaginationSchema });

/** An integer as it arrives in a query string: ASCII digits only, within safe integers. */
export const queryInteger = (bounds: { min: number; max?: number }) =>
  z
    .string()
    .regex(/^-?0*[0-9]{1,15}$/, 'Must be a whole number.')
    .transform(Number)
    .pipe(bounds.max === undefined ? z.int().min(bounds.min) : z.int().min(bounds.min).max(bounds.max));

/** The highest page number: it fits into 32 bits, which generated clients may use. */
const lastPage = 2 ** 31 - 1;

/** `page`, `limit` and `cursor` of a list. `cursor` continues where a page ended and excludes `page`. */
export const pageQuery = (options: { defaultLimit?: number; maxLimit?: number } = {}) => ({
  page: queryInteger({ min: 1, max: lastPage }).optional().describe('Page number, from 1.'),
  limit: queryInteger({ min: 1, max: options.maxLimit ?? 250 })
    .optional()
    .default(options.defaultLimit ?? 50)
    .describe(`Records per page, 1 to ${options.maxLimit ?? 250}.`),
  cursor: z
    .string()
    .min(1)
    .max(4352)
    .optional()
    .describe('`pagination.nextCursor` of the page before; not with `page`.'),
});
