import { expect, it } from 'vitest';
import { jsonBoundsOf } from './json-bounds.ts';

it('allows more values and members the larger a body may be, and enough for a small one', () => {
  expect(jsonBoundsOf(10 * 1024 * 1024)).toMatchObject({ values: 327_680, members: 10_240 });
  expect(jsonBoundsOf(4096)).toMatchObject({ values: 32_768, members: 1_000 });
});

it('uses the bounds of a policy, and the defaults for the others', () => {
  expect(jsonBoundsOf(4096, { members: 5 })).toEqual({
    depth: 64,
    values: 32_768,
    members: 5,
    keyBytes: 1024,
    numberBytes: 1024,
  });
});
