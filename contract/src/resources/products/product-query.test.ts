import { describe, expect, it } from 'vitest';
import { ProductListQuerySchema } from './product-query.schema.ts';

const parse = (query: Readonly<Record<string, string | undefined>>) => ProductListQuerySchema.safeParse(query);

describe('a sort', () => {
  it.each([
    ['updatedAt:desc', 'updatedAt', true],
    ['updatedAt:asc', 'updatedAt', false],
    ['createdAt:desc', 'createdAt', true],
    ['name:asc', 'name', false],
    ['sku:desc', 'sku', true],
    ['price:asc', 'price', false],
    ['completeness:desc', 'completeness', true],
    ['-updated_at', 'updatedAt', true],
    ['-price', 'price', true],
    ['created_at', 'createdAt', false],
  ])('%s is understood', (text, field, descending) => {
    expect(parse({ sort: text }).data?.sort).toEqual({ field, descending });
  });

  it('by relevance is only understood with q', () => {
    expect(parse({ sort: 'relevance', q: 'mug' }).data?.sort).toBe('relevance');
    expect(parse({ sort: 'relevance' }).error?.issues).toMatchObject([
      { path: ['sort'], message: 'relevance needs q.' },
    ]);
  });

  it.each(['', 'relevance:desc', 'stock:asc', 'name:up', '--price', 'toString', '__proto__'])(
    '"%s" is refused',
    (text) => {
      expect(parse({ sort: text }).success).toBe(false);
    },
  );
});

describe('a list query', () => {
  it('asks for 50 products unless it says otherwise', () => {
    expect(parse({}).data).toEqual({ limit: 50 });
  });

  it.each([
    { limit: '0' },
    { limit: '251' },
    { limit: '1e2' },
    { limit: ' 5' },
    { page: '0' },
    { page: '-1' },
    { page: '1.5' },
    { completeness_min: '101' },
    { has_images: 'yes' },
    { status: 'draft,gone' },
    { updated_since: 'yesterday' },
    { include: 'everything' },
    { page: '2', cursor: 'abc' },
    { sku: Array.from({ length: 501 }, (_, index) => `S${index}`).join(',') },
  ])('%j is refused', (query) => {
    expect(parse(query).success).toBe(false);
  });

  it.each([
    { limit: '250' },
    { status: 'draft, approved' },
    { updated_since: '2026-01-31T09:30:00+01:00' },
    { updated_since: '2026-01-31' },
  ])('%j is accepted', (query) => {
    expect(parse(query).error).toBeUndefined();
  });
});
