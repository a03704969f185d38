import { CodeSchema } from '@product-content/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findByDerivedCode, foldName, toCode, toDistinctCode } from './code-of-name.ts';

const anyName = fc.string({ unit: 'grapheme', maxLength: 300 });

describe('a code derived from a name', () => {
  it.each([
    ['red', 'red'],
    ['Dark-Red_2', 'Dark-Red_2'],
    ['Crème brûlée', 'Creme_brulee'],
    ['Größe', 'Grosse'],
    ['Hoodies & Sweatshirts', 'Hoodies_Sweatshirts'],
    ['Камеры', 'kamery'],
    ['Ярлык объекта', 'yarlyk_obekta'],
    ['Κάμερες', 'kameres'],
    ['カメラ', 'kamera'],
    ['相机', 'xiangji'],
    ['★', expect.stringMatching(/^[0-9a-f]{8}$/)],
    ['—', null],
    ['', null],
  ])('of %j is %j', (name, code) => expect(toCode(name)).toEqual(code));

  it('is a valid code or null, and so is the distinct one', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const code = toCode(name);
        if (code === null) return;
        expect(CodeSchema.safeParse(code).success).toBe(true);
        expect(CodeSchema.safeParse(toDistinctCode(code, name)).success).toBe(true);
      }),
    );
  });

  it('differs from the distinct codes of other names', () => {
    expect(toDistinctCode('kamery', 'камеры')).not.toBe(toDistinctCode('kamery', 'kamery'));
  });
});

describe('a record that an import created from a name', () => {
  const find = (records: Record<string, string>, name: string) =>
    findByDerivedCode(name, (code) =>
      Object.hasOwn(records, code) ? { code, name: records[code] as string } : undefined,
    )?.code;

  it.each([
    ['was renamed since', { Dark_Red: 'Crimson' }, 'Dark Red', 'Dark_Red'],
    ['has only a code', { Dark_Red: 'Dark_Red' }, 'Dark Red', 'Dark_Red'],
    ['has another name with the same code', { Dark_Red: 'Dark-Red!' }, 'Dark Red', undefined],
  ])('is looked up by its code: it %s', (_, records: Record<string, string>, name, code) => {
    expect(find(records, name)).toBe(code);
  });

  it('is found by its distinct code', () => {
    const distinct = toDistinctCode('kamery', foldName('Камеры'));
    expect(find({ kamery: 'Kamery', [distinct]: 'Cameras' }, 'Камеры')).toBe(distinct);
  });
});
