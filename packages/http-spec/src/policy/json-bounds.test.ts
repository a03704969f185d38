import { expect, it } from 'vitest';
import { jsonBoundsOf } from './json-bounds.ts';

it('lets a body have more values and members the larger it may be, and as many as a small one can need', () => {
  expect(jsonBoundsOf(10 * 1024 * 1024)).toMatchObject({ values: 327_680, members: 10_240 });
  expect(jsonBoundsOf(4096)).toMatchObject({ values: 32_768, members: 1_000 });
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
