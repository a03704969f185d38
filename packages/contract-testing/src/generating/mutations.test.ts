import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { arbitraryOf } from './arbitrary-of.ts';
import { documentedSchemaOf } from './documented-schema.ts';
import { mutationsOf } from './mutations.ts';

const schema = z.strictObject({
  name: z.string().min(1).max(5),
  kind: z.enum(['a', 'b']),
  code: z.string().regex(/^[a-z]{2}-\d{1,3}$/),
  count: z.int().min(0).max(9).optional(),
  tags: z.array(z.string().max(3)).min(1).max(4),
  price: z.union([z.number().min(0), z.strictObject({ amount: z.number().min(0) })]),
  at: z.iso.datetime().nullable(),
  more: z.record(z.string(), z.strictObject({ url: z.url() })),
});
const documented = documentedSchemaOf(schema, { text: false, where: 'test' });

describe('values generated from a schema', () => {
  it('fit the schema', () => {
    fc.assert(
      fc.property(arbitraryOf(documented), (value) => schema.safeParse(value).success),
      { seed: 1 },
    );
  });
});

describe('mutations of a valid value', () => {
  const valid = schema.parse({
    name: 'n',
    kind: 'a',
    code: 'ab-1',
    count: 1,
    tags: ['x'],
    price: 1,
    at: null,
    more: { first: { url: 'https://a.example' } },
  });
  const mutations = mutationsOf(documented, valid);
  const refused = mutations.filter(({ value }) => !schema.safeParse(value).success);

  it('are refused by the schema at the path they name', () => {
    expect(refused.length / mutations.length).toBeGreaterThan(0.9);
    for (const { path, value, inUnion } of refused.filter(({ path }) => !path.endsWith('notDeclared'))) {
      const issues = schema.safeParse(value).error?.issues ?? [];
      const places = issues.map((issue) => issue.path.join('.'));
      expect(
        places.some((place) => place === path || (inUnion && path.startsWith(place))),
        path,
      ).toBe(true);
    }
  });

  it('cover what is required, undeclared, of another type and out of bounds, at every depth', () => {
    const made = refused.map(({ path, what }) => `${path} ${what}`);
    expect(made).toEqual(
      expect.arrayContaining([
        'name without "name"',
        'notDeclared with the undeclared key "notDeclared"',
        'name with 6 characters',
        'name with an empty text',
        'count with -1',
        'count with 10',
        'kind with " !"',
        'tags without items',
        'tags with 5 items',
        'tags.0 with 4 characters',
        'price with "text"',
        'more.first.notDeclared with the undeclared key "notDeclared"',
        'more.first.url without "url"',
        ' with []',
      ]),
    );
  });
});
