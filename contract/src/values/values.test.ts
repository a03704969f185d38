import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGtin } from './gtin.ts';
import { CodeSchema, SkuSchema } from './identifiers.ts';
import { isCurrency, isLocale } from './locale.ts';
import { AmountSchema, decimalPlaces } from './numbers.ts';
import { formattedText, plainText, plainTextSet, plainTexts, trimmed } from './text.ts';

describe('a GTIN', () => {
  it.each(['4006381333931', '96385074', '012345678905', '00012345600012'])('%s is valid', (text) => {
    expect(isGtin(text)).toBe(true);
  });

  it.each(['4006381333932', '1234567', '123456789', '12345678901', '400638133393a', '', '４００６３８１３３３９３１'])(
    '"%s" is not',
    (text) => {
      expect(isGtin(text)).toBe(false);
    },
  );

  it('has exactly one check digit for each body', () => {
    fc.assert(
      fc.property(fc.constantFrom(7, 11, 12, 13), fc.nat(), (length, seed) => {
        const body = String(seed).padStart(length, '7').slice(0, length);
        expect([...'0123456789'].filter((digit) => isGtin(body + digit))).toHaveLength(1);
      }),
    );
  });

  it('is invalid after a change of any single digit', () => {
    fc.assert(
      fc.property(fc.nat(12), fc.integer({ min: 1, max: 9 }), (index, shift) => {
        const digits = [...'4006381333931'];
        digits[index] = String((Number(digits[index]) + shift) % 10);
        expect(isGtin(digits.join(''))).toBe(false);
      }),
    );
  });
});

describe('an amount', () => {
  it('keeps up to four decimals exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (tenThousandths) => {
        const text = `${Math.floor(tenThousandths / 10_000)}.${String(tenThousandths % 10_000).padStart(4, '0')}`;
        fc.pre(Number(text) <= 99_999_999_999);
        expect(AmountSchema.safeParse(Number(text)).success).toBe(true);
        expect(Number(text).toFixed(4)).toBe(text);
      }),
    );
  });

  it.each([-1, 0.00001, 1e-7, 1e11, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d', (value) => {
    expect(AmountSchema.safeParse(value).success).toBe(false);
  });

  it('counts decimals as they are written', () => {
    expect([0, 10, 19.9, 0.1234, 1e-7].map(decimalPlaces)).toEqual([0, 0, 1, 4, Number.POSITIVE_INFINITY]);
  });
});

describe('identifiers', () => {
  it.each(['A', '0', 'a.b_c-d', '9'.repeat(128)])('%s is a SKU', (text) => {
    expect(SkuSchema.safeParse(text).success).toBe(true);
  });

  it.each(['', '-a', '.a', 'a b', 'a/b', 'ä', 'a\n', '9'.repeat(129)])('"%s" is not a SKU', (text) => {
    expect(SkuSchema.safeParse(text).success).toBe(false);
  });

  it.each(['', '_a', 'a.b', 'a b', 'a\n', 'x'.repeat(101)])('"%s" is not a code', (text) => {
    expect(CodeSchema.safeParse(text).success).toBe(false);
  });
});

describe('locales and currencies', () => {
  it.each(['de', 'en-US', 'zh-Hant-TW', 'es-419', 'gsw'])('%s is a locale', (text) => {
    expect(isLocale(text)).toBe(true);
  });

  it.each(['DE', 'de_DE', 'en-us', 'deutsch', '', 'de-'])('"%s" is not a locale', (text) => {
    expect(isLocale(text)).toBe(false);
  });

  it('knows the currencies of ISO 4217', () => {
    expect(['EUR', 'USD', 'JPY'].every(isCurrency)).toBe(true);
    expect(['eur', 'XXQ', '', 'EURO'].some(isCurrency)).toBe(false);
  });
});

describe('lists', () => {
  it('trims texts, drops blank ones, and removes duplicates from a set', () => {
    const bounds = { maxItems: 4, maxLength: 5 };
    expect(plainTextSet(bounds).parse([' new ', 'new', '\u00a0', 'sale'])).toEqual(['new', 'sale']);
    expect(plainTexts(bounds).parse([' new ', 'new', '', 'sale'])).toEqual(['new', 'new', 'sale']);
    expect(plainTexts(bounds).safeParse(['  longer  ']).success).toBe(false);
  });
});

describe('text', () => {
  /** Text surrounded by any white space known to `String.prototype.trim`. */
  const spaces = [...' \t\n\v\f\r\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\ufeff'];
  const around = fc.array(fc.constantFrom(...spaces), { maxLength: 3 }).map((parts) => parts.join(''));
  const padded = fc.tuple(around, fc.string({ maxLength: 10 }), around).map((parts) => parts.join(''));

  it('that is plain is trimmed, and unchanged when it is read again', () => {
    fc.assert(
      fc.property(padded, (text) => {
        const read = plainText(20).parse(text);
        expect(read).toBe(text.trim() === '' ? null : text.trim());
        expect(read === null || plainText(20).parse(read) === read).toBe(true);
      }),
    );
  });

  it('that is formatted is unchanged, unless it is blank', () => {
    fc.assert(
      fc.property(padded, (text) => {
        expect(formattedText(20).parse(text)).toBe(text.trim() === '' ? null : text);
      }),
    );
  });

  it('is measured after trimming', () => {
    expect(plainText(3).parse('  abc  ')).toBe('abc');
    expect(plainText(3).safeParse('abcd').success).toBe(false);
    expect(trimmed(3).parse('\u3000abc\u3000')).toBe('abc');
    expect(trimmed(3).safeParse('\u3000').success).toBe(false);
  });
});
