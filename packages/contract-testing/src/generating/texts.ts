import type { JsonSchema } from '@contract-kit/openapi/schemas';
import fc from 'fast-check';

/** Texts of the formats that zod documents. */
const formats: Readonly<Record<string, () => fc.Arbitrary<string>>> = {
  'date-time': () => moments().map((date) => date.toISOString()),
  date: () => moments().map((date) => date.toISOString().slice(0, 10)),
  time: () => moments().map((date) => date.toISOString().slice(11, 19)),
  email: () => fc.tuple(word, word).map(([user, host]) => `${user}@${host}.example`),
  uri: () => fc.tuple(word, word).map(([host, path]) => `https://${host}.example/${path}`),
  uuid: () => fc.uuid(),
  ipv4: () => fc.ipV4(),
  ipv6: () => fc.ipV6(),
  binary: () => fc.string({ maxLength: 50 }),
};

/** Texts of a format, of a pattern, or of the documented length. */
export function arbitraryText(schema: JsonSchema): fc.Arbitrary<string> {
  const restricted = restrictedText(schema);
  if (restricted !== null) return restricted;
  const { minLength, maxLength } = lengthsOf(schema);
  const plain = fc.string({ unit: fc.constantFrom(...'abcdefghij0123456789-'), minLength, maxLength });
  // One visible character may be several code units.
  const any = fc.string({ unit: 'grapheme', minLength, maxLength }).filter(({ length }) => length <= maxLength);
  return fc.oneof({ arbitrary: plain, weight: 2 }, { arbitrary: any, weight: 1 });
}

/** Like {@link arbitraryText}, with words where the schema allows any text. */
export function readableText(schema: JsonSchema): fc.Arbitrary<string> {
  const restricted = restrictedText(schema);
  if (restricted !== null) return restricted;
  const { minLength, maxLength } = lengthsOf(schema);
  const enough = Math.max(2, Math.ceil(minLength / 3));
  return fc
    .array(fc.constantFrom(...words), { minLength: enough, maxLength: enough + 1 })
    .map((chosen) => chosen.join(' ').slice(0, Math.max(minLength, maxLength)).trimEnd().padEnd(minLength, '.'));
}

const words = 'amber bright calm clear early fresh green light new open plain quiet round silver soft warm'.split(' ');

/** Texts of a format or a pattern; null where a schema asks for neither, or for one that no texts can be made of. */
function restrictedText({ format, pattern }: JsonSchema): fc.Arbitrary<string> | null {
  const known = formats[String(format)];
  if (known !== undefined) return known();
  return typeof pattern === 'string' ? matchingTexts(pattern) : null;
}

function lengthsOf(schema: JsonSchema): { readonly minLength: number; readonly maxLength: number } {
  const minLength = Number(schema.minLength ?? 0);
  return { minLength, maxLength: Math.min(Number(schema.maxLength ?? Number.POSITIVE_INFINITY), minLength + 30) };
}

/** By pattern. To make one, fast-check tries every character class on a list of texts, which takes milliseconds. */
const textsByPattern = new Map<string, fc.Arbitrary<string> | null>();

/** Null for a pattern fast-check does not support. */
function matchingTexts(pattern: string): fc.Arbitrary<string> | null {
  const known = textsByPattern.get(pattern);
  if (known !== undefined) return known;
  const texts = supportedTexts(pattern);
  textsByPattern.set(pattern, texts);
  return texts;
}

function supportedTexts(pattern: string): fc.Arbitrary<string> | null {
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    return null;
  }
}

const word = fc.stringMatching(/^[a-z]{3,8}$/);

const moments = () =>
  fc.date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2030-01-01T00:00:00Z'), noInvalidDate: true });
