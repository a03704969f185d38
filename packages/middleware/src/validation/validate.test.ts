import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toFieldErrors } from '../errors/field-errors.ts';
import { validate } from './validate.ts';

const schema = z.strictObject({ name: z.string().max(5).optional(), tags: z.array(z.string().max(3)).optional() });

describe('validation', () => {
  it('returns the value as the schema parses it', () => {
    expect(validate(z.object({ a: z.number().default(1) }), { b: 2 })).toEqual({ value: { a: 1 } });
  });

  it.each([
    ['name', { name: { length: { toString: 0 } } }],
    ['tags.1', { tags: ['a', { length: { valueOf: {} } }] }],
    ['tags', { tags: { length: { toString: null, valueOf: null } } }],
  ])('names the path %s of a value for which the schema throws', (path, value) => {
    const { issues = [] } = validate(schema, value);
    expect(Object.keys(toFieldErrors(issues))).toEqual([path]);
  });

  it('refuses a value whose conversion makes the schema throw', () => {
    const compared = z.custom<number>((value) => Number(value) < 5 || true);
    expect(validate(compared, { valueOf: 0, toString: 0 }).issues).toEqual([
      { message: 'This value cannot be checked.', path: [] },
    ]);
  });

  it('refuses schemas that are asynchronous', () => {
    const schema = { '~standard': { version: 1, vendor: 'x', validate: async () => ({ value: 1 }) } } as const;
    expect(() => validate(schema, 1)).toThrow('synchronously');
  });
});
