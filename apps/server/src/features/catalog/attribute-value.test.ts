import { type AttributeType, type AttributeValidation, attributeTypes } from '@product-content/contract';
import { anyText } from '@product-content/test-support/hostile/any-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAttributeValue, type ValueRules, valueLimits } from './attribute-value.ts';
import { linearPattern } from './linear-pattern.ts';

function rules(type: AttributeType, validation: AttributeValidation = {}, more: Partial<ValueRules> = {}): ValueRules {
  const pattern = validation.pattern === undefined ? null : linearPattern(validation.pattern);
  return { type, unique: false, validation, optionCodes: new Set(['red', 'blue', 'green']), pattern, ...more };
}

const check = (type: AttributeType, value: unknown, validation?: AttributeValidation) =>
  checkAttributeValue(rules(type, validation), value);

describe('a value of an attribute', () => {
  it.each<[AttributeType, unknown]>([
    ['text', 'Blue mug'],
    ['text', ''],
    ['textarea', 'two\nlines'],
    ['richtext', '<p>two</p>'],
    ['integer', -3],
    ['integer', Number.MAX_SAFE_INTEGER],
    ['decimal', 0.1],
    ['decimal', -99_999_999_999],
    ['decimal', 12345678901.1234],
    ['boolean', false],
    ['select', 'red'],
    ['multiselect', ['blue', 'red']],
    ['multiselect', []],
    ['date', '2024-02-29'],
    ['url', 'https://example.com/a?b=c#d'],
    ['url', 'HTTP://example.com'],
    ['url', 'http://[::1]:8080/'],
    ['color', '#00ffAA'],
  ])('is accepted by %s: %j', (type, value) => {
    expect(check(type, value)).toBeNull();
  });

  it.each<[AttributeType, unknown]>([
    ['text', 7],
    ['textarea', ['a']],
    ['richtext', true],
    ['integer', 1.5],
    ['integer', '1'],
    ['integer', 2 ** 53],
    ['integer', Number.POSITIVE_INFINITY],
    ['decimal', '1.5'],
    ['decimal', 0.00001],
    ['decimal', 1e-7],
    ['decimal', 100_000_000_000],
    ['decimal', Number.NaN],
    ['boolean', 'true'],
    ['boolean', 1],
    ['select', 'purple'],
    ['select', ['red']],
    ['multiselect', 'red'],
    ['multiselect', ['red', 'red']],
    ['multiselect', ['red', 'purple']],
    ['multiselect', ['red', 1]],
    ['date', '2023-02-29'],
    ['date', '2024-2-1'],
    ['date', '2024-02-01T00:00:00Z'],
    ['date', '0000-01-01'],
    ['date', '2024-13-01'],
    ['date', 20240201],
    ['url', '/relative'],
    ['url', 'ftp://example.com'],
    ['url', 'javascript:alert(1)'],
    ['url', 'https:example.com'],
    ['url', 'https://'],
    ['url', 'https://exa mple.com'],
    ['url', ' https://example.com'],
    ['url', 'https:\\\\example.com'],
    ['url', `https://example.com/${'a'.repeat(valueLimits.url)}`],
    ['color', '#fff'],
    ['color', 'red'],
    ['color', '#00ffAG'],
  ])('is refused by %s: %j', (type, value) => {
    expect(check(type, value)).toMatch(/\S/);
  });

  it.each<[AttributeType, AttributeValidation, unknown, unknown]>([
    ['text', { minLength: 2 }, 'ab', 'a'],
    ['text', { maxLength: 2 }, 'ab', 'abc'],
    ['text', { pattern: '^\\d+$' }, '12', '1a'],
    ['textarea', { maxLength: 3 }, 'a\nb', 'a\nbc'],
    ['richtext', { maxLength: 3 }, 'abc', 'abcd'],
    ['integer', { min: 0, max: 5 }, 5, 6],
    ['integer', { min: 0 }, 0, -1],
    ['decimal', { decimals: 1 }, 1.5, 1.25],
    ['decimal', { min: 0.5 }, 0.5, 0.4999],
    ['multiselect', { minItems: 1 }, ['red'], []],
    ['multiselect', { maxItems: 1 }, ['red'], ['red', 'blue']],
    ['date', { min: '2024-01-01' }, '2024-01-01', '2023-12-31'],
    ['date', { max: '2024-01-01' }, '2024-01-01', '2024-01-02'],
    ['url', { schemes: ['https'] }, 'https://example.com', 'http://example.com'],
  ])('of %s is held to %j', (type, validation, right, wrong) => {
    expect(check(type, right, validation)).toBeNull();
    expect(check(type, wrong, validation)).toMatch(/\S/);
  });

  it('is measured in characters, and counts an emoji as one', () => {
    fc.assert(
      fc.property(anyText(), fc.nat(20), (text, length) => {
        const characters = [...text].length;
        expect(check('text', text, { maxLength: length }) === null).toBe(characters <= length);
        expect(check('text', text, { minLength: length }) === null).toBe(characters >= length);
      }),
    );
  });

  it('of a unique attribute fits into its index', () => {
    const unique = rules('text', { maxLength: 600 }, { unique: true });
    expect(checkAttributeValue(unique, '€'.repeat(valueLimits.uniqueText))).toBeNull();
    expect(checkAttributeValue(unique, '€'.repeat(valueLimits.uniqueText + 1))).toMatch(/at most 500/);
  });

  it('that is too long for its pattern is refused without being matched', () => {
    const pattern = '^[^@]{1,64}@[^@]{1,255}$';
    expect(check('text', 'a'.repeat(5_000), { pattern })).toMatch(/too long/);
  });

  it('may be any calendar date and nothing else', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          expect(check('date', date.toISOString().slice(0, 10))).toBeNull();
        },
      ),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.nat(15), fc.nat(35), (year, month, day) => {
        const text = [String(year).padStart(4, '0'), ...[month, day].map((n) => String(n).padStart(2, '0'))].join('-');
        const real = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
        expect(check('date', text) === null).toBe(real);
      }),
    );
  });

  it('limits the number of decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.nat(6), fc.nat(4), (digits, places, allowed) => {
        const value = Number(`${digits}e-${places}`);
        const needed = [0, 1, 2, 3, 4, 5, 6].find((n) => Number(`${Math.round(value * 10 ** n)}e-${n}`) === value) ?? 9;
        expect(check('decimal', value, { decimals: allowed }) === null).toBe(needed <= allowed);
      }),
    );
  });

  it('never makes the check throw', () => {
    fc.assert(
      fc.property(fc.constantFrom(...attributeTypes), fc.jsonValue(), (type, value) => {
        const problem = check(type, value);
        expect(problem === null || problem.length > 0).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

function daysIn(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] as number;
}
