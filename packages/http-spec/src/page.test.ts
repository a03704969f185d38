import { describe, expect, it } from 'vitest';
import { offsetOf, toPagination } from './page.ts';

describe('the pagination block', () => {
  it('says that there is more until the last page', () => {
    expect(toPagination({ page: 2, limit: 10 }, 25)).toEqual({
      page: 2,
      limit: 10,
      total: 25,
      totalPages: 3,
      hasMore: true,
      nextCursor: null,
    });
    expect(toPagination({ page: 3, limit: 10 }, 25).hasMore).toBe(false);
    expect(toPagination({ page: 1, limit: 10 }, 0)).toMatchObject({ totalPages: 0, hasMore: false });
  });

  it('prefers hasMore of the caller to the total', () => {
    expect(toPagination({ page: 1, limit: 10 }, 10, { hasMore: true, nextCursor: 'c' })).toMatchObject({
      hasMore: true,
      nextCursor: 'c',
    });
  });

  it('has no cursor on the last page', () => {
    expect(toPagination({ page: 1, limit: 10 }, 3, { nextCursor: 'c' }).nextCursor).toBeNull();
  });

  it('skips the previous pages', () => {
    expect(offsetOf({ page: 1, limit: 50 })).toBe(0);
    expect(offsetOf({ page: 3, limit: 50 })).toBe(100);
  });
});
