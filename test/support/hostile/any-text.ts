import fc from 'fast-check';

/** Code points that are a character in pairs only: a text with one of them alone is not well-formed. */
const surrogates = { first: 0xd800, count: 0x800 };

const anyCharacter = fc.nat(0x10_ffff - surrogates.count).map(
  (index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count),
  // Lets fast-check also try `__proto__` and the like.
  (character) => {
    const [codePoint = Number.NaN, ...rest] = [...String(character)].map((part) => part.codePointAt(0) as number);
    if (rest.length > 0) throw new TypeError('This is more than a character.');
    return codePoint < surrogates.first ? codePoint : codePoint - surrogates.count;
  },
);

/**
 * Any well-formed text, of all characters of Unicode: `fc.string({ unit: 'binary' })` without its map of these million
 * characters, which takes two seconds and 100 MB in each process.
 *
 * @param constraints its length in characters.
 */
export function anyText(constraints: Omit<fc.StringConstraints, 'unit'> = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: anyCharacter });
}
