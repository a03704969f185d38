import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AttributeDefinition, CategoryEntry } from '../catalog-snapshot.ts';
import { type AttributeSetting, categoriesWithOtherRequirements, effectiveAttributes } from './effective-attributes.ts';

const codes = ['a', 'b', 'c'] as const;
const category = (id: string): CategoryEntry => ({ id, code: id, name: id, parentId: null });
const definitions = new Map(
  codes.map((code) => [code as string, { id: code, code, required: code === 'a' } as AttributeDefinition]),
);
const setting = (attributeId: string, position: number, required: boolean | null = null): AttributeSetting => ({
  attributeId,
  position,
  required,
});

function effective(...levels: AttributeSetting[][]) {
  const path = levels.map((_, level) => category(`l${level}`));
  const settings = new Map(levels.map((list, level) => [`l${level}`, list]));
  return effectiveAttributes(
    path,
    (id) => settings.get(id) ?? [],
    (id) => definitions.get(id),
  );
}

describe('effective attributes', () => {
  it('are in order of position, then code', () => {
    const entries = effective([setting('b', 1), setting('c', 0)], [setting('a', 1)]);
    expect(entries.map(({ attribute, inherited }) => [attribute.code, inherited])).toEqual([
      ['c', true],
      ['a', false],
      ['b', true],
    ]);
  });

  it('leave out attributes without a definition', () => {
    expect(effective([setting('gone', 0)])).toEqual([]);
  });

  it('take position and source from the nearest category, and required from the nearest that sets it', () => {
    const level = fc.uniqueArray(
      fc.record({
        attributeId: fc.constantFrom(...codes),
        position: fc.nat(5),
        required: fc.constantFrom(true, false, null),
      }),
      { selector: ({ attributeId }) => attributeId },
    );
    fc.assert(
      fc.property(fc.array(level, { minLength: 1, maxLength: 5 }), (levels) => {
        const entries = effective(...levels);
        for (const code of codes) {
          const along = levels
            .flatMap((list, depth) => list.filter((own) => own.attributeId === code).map((own) => ({ ...own, depth })))
            .reverse();
          const [nearest] = along;
          const entry = entries.find(({ attribute }) => attribute.code === code);
          const required = along.map((own) => own.required).find((value) => value !== null) ?? code === 'a';
          expect(entry && { ...entry, attribute: code, source: entry.source.id }).toEqual(
            nearest && {
              attribute: code,
              required,
              position: nearest.position,
              inherited: nearest.depth < levels.length - 1,
              source: `l${nearest.depth}`,
            },
          );
        }
      }),
    );
  });
});

describe('categories with other requirements', () => {
  const source = (requirements: Record<string, string>) => ({
    effectiveAttributes: (id: string) =>
      effective(
        [...(requirements[id] ?? '')].map((code) => setting(code.toLowerCase(), 0, code !== code.toUpperCase())),
      ),
  });

  it('are those that require another set of attributes', () => {
    const before = source({ same: 'ab', more: 'a', fewer: 'ab', optional: 'ab', other: 'a' });
    const after = source({ same: 'ba', more: 'ac', fewer: 'a', optional: 'aB', other: 'b' });
    const concerned = ['same', 'more', 'fewer', 'optional'];
    expect(categoriesWithOtherRequirements(concerned, before, after)).toEqual(['more', 'fewer', 'optional']);
  });

  it('are none when an optional attribute is added or removed', () => {
    expect(categoriesWithOtherRequirements(['mugs'], source({ mugs: 'aB' }), source({ mugs: 'aC' }))).toEqual([]);
  });
});
