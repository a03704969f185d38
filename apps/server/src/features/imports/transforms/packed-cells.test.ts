import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unpackValues, unpackVariations } from './packed-cells.ts';

/** Codes of attributes, and values that a shop can pack: without `=`, `|` or entities, and trimmed. */
const code = fc.stringMatching(/^[a-z][a-z_]{0,9}$/);
const value = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !/[=|&]/.test(text) && text === text.trim());
const values = fc.dictionary(code, value, { minKeys: 1, maxKeys: 5, noNullPrototype: true });

const pack = (packed: Readonly<Record<string, string>>): string =>
  Object.entries(packed)
    .map(([name, text]) => `${name}=${text}`)
    .join(',');

it('unpacks the values that were packed, with commas in them', () => {
  fc.assert(
    fc.property(values, (packed) => {
      expect(Object.fromEntries(unpackValues(pack(packed)))).toEqual(packed);
    }),
  );
});

it('unpacks the variations that were packed', () => {
  fc.assert(
    fc.property(fc.array(values, { minLength: 1, maxLength: 5 }), (variations) => {
      const unpacked = unpackVariations(variations.map(pack).join('|'));
      expect(unpacked.map((variation) => Object.fromEntries(variation))).toEqual(variations);
    }),
  );
});

it('reads entities of HTML as the characters they stand for', () => {
  expect(Object.fromEntries(unpackValues('has_options=0,material=Cocona&reg;,care=wash, cold'))).toEqual({
    has_options: '0',
    material: 'Cocona®',
    care: 'wash, cold',
  });
});

it('has no values for an empty cell', () => {
  expect(unpackValues('').size).toBe(0);
  expect(unpackVariations('')).toEqual([]);
});
