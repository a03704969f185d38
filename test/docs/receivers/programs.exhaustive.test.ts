import { describe, expect, it } from 'vitest';
import { acceptedBy, programs, serve } from './programs.ts';
import { secret, statusesOf, valid } from './vectors.ts';

describe.each(programs)('the receiver in $language', (program) => {
  it.skipIf(!program.isThere)('accepts the vectors that are valid, and no other', async () => {
    expect(await acceptedBy(program)).toEqual(valid);
  });
});

describe.each(programs.filter(({ serves }) => serves))('the receiver in $language', (program) => {
  it.skipIf(!program.isThere)('responds to deliveries', async () => {
    const url = await serve(program, secret);
    expect(await statusesOf((request) => fetch(url, request))).toEqual([204, 403, 403]);
  });
});
