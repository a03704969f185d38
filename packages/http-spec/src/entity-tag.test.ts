import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityTagConditionPattern, parseEntityTagCondition } from './entity-tag.ts';

describe('the documented pattern of a condition', () => {
  const matches = (field: string) => new RegExp(entityTagConditionPattern).test(field);

  it.each(['*', ' * ', '"a"', 'W/"a"', '""', '"a", W/"b"', ',"a",,"b" ,', '"ü"'])('takes %s', (field) => {
    expect(matches(field)).toBe(true);
    expect(parseEntityTagCondition(field)).not.toBeNull();
  });

  it.each(['', ',', 'a', '"a', 'w/"a"', '"a" "b"', '*, "a"', '"a b"', '"€"'])('refuses %s', (field) => {
    expect(matches(field)).toBe(false);
    expect(parseEntityTagCondition(field)).toBeNull();
  });

  it('accepts exactly what the parser accepts', () => {
    const part = fc.constantFrom('*', ',', ' ', '\t', '"', 'W/', 'a', '"a"', 'W/"a"', '""', 'ÿ');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const field = parts.join('');
        expect(matches(field)).toBe(parseEntityTagCondition(field) !== null);
      }),
    );
  });
});
