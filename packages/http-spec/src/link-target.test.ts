import { expect, it } from 'vitest';
import { linkTargetOf } from './link-target.ts';

it.each<[string, string | null, string | null]>([
  ['the only one', '<https://example.com/v2>; rel="deprecation"', 'https://example.com/v2'],
  ['one among others', '</a?x=1,2>; rel=next, </b>; rel="deprecation"; title="a, b"', '/b'],
  [
    'one after a title that looks like another',
    '</a>; title="x; rel=\\"deprecation\\", <c>", </b>; rel=deprecation',
    '/b',
  ],
  ['one of several relations', '</b>; rel="help Deprecation"', '/b'],
  ['the first of two', '</a>; rel=deprecation, </b>; rel=deprecation', '/a'],
  ['none of another relation', '</a>; rel="deprecations"', null],
  ['none without a relation', '</a>', null],
  ['none of a field that is not sent', null, null],
])('a link is found by its relation: %s', (_, field, target) => {
  expect(linkTargetOf(field, 'deprecation')).toBe(target);
});
