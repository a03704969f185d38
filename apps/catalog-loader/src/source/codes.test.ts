import { CodeSchema } from '@product-content/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodeBook, toCode, toReadable } from './codes.ts';

const anyText = fc.string({ unit: 'grapheme', maxLength: 200 });

describe('a code derived from a text', () => {
  it.each([
    ['Hoodies & Sweatshirts', 'hoodies-sweatshirts'],
    ['Größe Äpfel', 'grosse-apfel'],
    ['¼ zip', '1-4-zip'],
    ['LumaTech™', 'lumatech'],
    ['[No Color/Any Color]', 'no-color-any-color'],
  ])('of "%s" is %s', (text, code) => expect(toCode(text)).toBe(code));

  it('is always a code of the contract, or null', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const code = toCode(text);
        expect(code === null || CodeSchema.safeParse(code).success).toBe(true);
      }),
    );
  });

  it('is null for a text without letters and digits', () => expect(toCode(' – ')).toBeNull());
});

describe('a code book', () => {
  it('gives different keys different codes, and the same key the same code', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyText, { maxLength: 30 }), (keys) => {
        const book = new CodeBook();
        const codes = keys.map((key) => book.codeOf(key));
        expect(new Set(codes).size).toBe(keys.length);
        expect(keys.map((key) => book.codeOf(key))).toEqual(codes);
        for (const code of codes) expect(CodeSchema.safeParse(code).success).toBe(true);
      }),
    );
  });
});

it('a code is made readable', () => {
  expect(toReadable('style_general')).toBe('Style general');
});
