import { describe, expect, it } from 'vitest';
import { SortedProductFilterSchema, toProductFilterInput } from './product-filter.schema.ts';
import { ProductListQuerySchema } from './product-query.schema.ts';

const query = {
  q: 'mug',
  sku: 'A,B',
  status: 'draft,approved',
  include_subcategories: 'false',
  updated_since: '2026-01-31T09:30:00+01:00',
  completeness_min: '20',
  has_images: 'true',
  sort: '-price',
};

const filter = {
  q: 'mug',
  sku: ['A', 'B'],
  status: ['draft', 'approved'],
  include_subcategories: false,
  updated_since: '2026-01-31T08:30:00.000Z',
  completeness_min: 20,
  has_images: true,
  sort: 'price:desc',
};

describe('a product filter in a JSON body', () => {
  it('accepts the text of a query and the parsed values alike', () => {
    const { limit: _, ...listed } = ProductListQuerySchema.parse(query);
    expect(SortedProductFilterSchema.parse(query)).toEqual(listed);
    expect(SortedProductFilterSchema.parse(filter)).toEqual(listed);
  });

  it('keeps commas in the values of a list', () => {
    expect(SortedProductFilterSchema.parse({ tag: ['red, white'] })).toEqual({ tag: ['red, white'] });
  });

  it('is written in a form that parses to the same filter', () => {
    expect(toProductFilterInput(SortedProductFilterSchema.parse(query))).toEqual(filter);
  });

  it.each([
    [{ status: ['lost'] }, 'status', 'expected one of "draft"'],
    [{ has_images: 'yes' }, 'has_images', 'true'],
    [{ completeness_max: 101 }, 'completeness_max', '100'],
    [{ sku: 5 }, 'sku', 'array'],
    [{ sku: Array(501).fill('A') }, 'sku', '500'],
    [{ updated_since: 'yesterday' }, 'updated_since', 'ISO 8601'],
    [{ sort: 'color' }, 'sort', 'updatedAt:asc'],
    [{ q: 'mug', sort: 'relevance' }, 'sort', 'updatedAt:asc'],
  ])('names what is wrong with %j', (wrong, path, words) => {
    const { issues = [] } = SortedProductFilterSchema.safeParse(wrong).error ?? {};
    expect(issues.map((issue) => issue.path.join('.'))).toEqual([path]);
    expect(issues[0]?.message).toContain(words);
  });

  it('has no filter that lists do not have', () => {
    expect(SortedProductFilterSchema.safeParse({ colour: 'red' }).success).toBe(false);
  });
});
