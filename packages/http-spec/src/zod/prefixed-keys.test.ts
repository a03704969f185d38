import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { prefixedKeyPattern, prefixedKeysOf, withPrefixedKeys } from './prefixed-keys.ts';
import { queryList } from './query-list.ts';

const keys = { prefix: 'attributes.', key: '[a-z]+', max: 2 } as const;
const filter = withPrefixedKeys({ limit: z.int().optional() }, queryList(), keys);

const issuesOf = (value: unknown) =>
  filter
    .safeParse(value)
    .error?.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('/')]));

describe('an object with keys of a prefix', () => {
  it('validates them with one schema, and its own keys with theirs', () => {
    expect(filter.parse({ limit: 1, 'attributes.color': 'red,blue' })).toEqual({
      limit: 1,
      'attributes.color': ['red', 'blue'],
    });
  });

  it.each(['colour', 'attributes', 'attributes.', 'attributes.RED', 'xattributes.red', 'attributesxred', '__proto__'])(
    'does not know the key %j',
    (key) => {
      const value = JSON.parse(`{${JSON.stringify(key)}:"red"}`);
      expect(issuesOf(value)).toEqual([key]);
    },
  );

  it('names unknown keys together with other problems', () => {
    expect(issuesOf({ limit: 0.5, colour: 'red', 'attributes.size': 5 })?.sort()).toEqual([
      'attributes.size',
      'colour',
      'limit',
    ]);
  });

  it('refuses more of them than allowed', () => {
    expect(issuesOf({ 'attributes.a': '1', 'attributes.b': '1' })).toBeUndefined();
    expect(issuesOf({ 'attributes.a': '1', 'attributes.b': '1', 'attributes.c': '1' })).toEqual(['attributes.c']);
  });

  it('describes its keys for documents, even after checks and metadata are added', () => {
    const more = filter.refine(() => true).meta({ id: 'Filter' });
    for (const schema of [filter, more]) expect(prefixedKeysOf(schema)).toMatchObject(keys);
    expect(prefixedKeyPattern(keys)).toBe('^attributes\\.(?:[a-z]+)$');
    expect(prefixedKeysOf(z.strictObject({}))).toBeUndefined();
  });
});
