import { expect, it } from 'vitest';
import { findDifference } from './find-difference.ts';

it('a response may have properties that the document leaves out', () => {
  expect(findDifference({ data: { a: 1 } }, { data: { a: 1, b: 2 }, c: 3 })).toBeNull();
});

it('an ellipsis stands for any text', () => {
  expect(findDifference({ id: 'prd_…' }, { id: 'prd_01k9' })).toBeNull();
  expect(findDifference({ id: 'prd_…' }, { id: 'att_01k9' })).toBe('id is "att_01k9", shown as "prd_…"');
});

it.each([
  [{ a: 1 }, {}],
  [{ a: null }, { a: 0 }],
  [{ a: [] }, { a: [1] }],
  [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }],
  [{ a: {} }, { a: [] }],
  [{ a: {} }, { a: null }],
])('%j does not show %j', (shown, actual) => {
  expect(findDifference(shown, actual)).toMatch(/^a(\.0\.b)? is /);
});
