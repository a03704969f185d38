import { expect, it } from 'vitest';
import { jsonBoundsOf } from './json-bounds.ts';

it('lets a body have a value for every 32 bytes of its limit, and as many as a small body can need', () => {
  expect(jsonBoundsOf(10 * 1024 * 1024).values).toBe(327_680);
  expect(jsonBoundsOf(4096).values).toBe(32_768);
});

it('takes the bounds a policy names, and the usual ones for the others', () => {
  expect(jsonBoundsOf(4096, { members: 5 })).toEqual({
    depth: 64,
    values: 32_768,
    members: 5,
    keyBytes: 1024,
    numberBytes: 1024,
  });
});
