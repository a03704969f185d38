import { describe, expect, it } from 'vitest';
import { type LargeResponse, mayBeLarge } from './large-response.ts';

const input = { query: { include: 'items' }, body: { async: false, options: { zip: true }, tags: ['a'] } };

describe('mayBeLarge', () => {
  it.each<[string, LargeResponse | undefined, boolean]>([
    ['is false for a route without the policy', undefined, false],
    ['is true for every request without a condition', {}, true],
    [
      'is true when one value of `when` is as it says',
      { when: { 'query.include': 'items', 'body.async': true } },
      true,
    ],
    ['is false when no value of `when` is as it says', { when: { 'query.include': 'labels' } }, false],
    [
      'is false when one value of `unless` is as it says',
      { unless: { 'body.async': true, 'body.options.zip': true } },
      false,
    ],
    ['is true when no value of `unless` is as it says', { unless: { 'body.async': true } }, true],
    ['is false when both hold', { when: { 'query.include': 'items' }, unless: { 'body.options.zip': true } }, false],
    ['takes values by their own names only', { when: { 'body.constructor.name': 'Object' } }, false],
    ['finds nothing below a text', { when: { 'query.include.length': 5 } }, false],
  ])('%s', (_, policy, expected) => {
    expect(mayBeLarge(policy, input)).toBe(expected);
  });

  it('accepts a request without query and body', () => {
    expect(mayBeLarge({ when: { 'query.include': 'items' } }, { query: undefined, body: null })).toBe(false);
  });
});
