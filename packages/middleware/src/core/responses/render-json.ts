import { forEachInSlices } from '../../fairness/slices.ts';

/** Values from which a part of a response is rendered in parts of its own: a millisecond of work. */
const manyValues = 2_000;

/** Characters that are encoded at once. */
const maxPieceCharacters = 256 * 1024;

/** The text `JSON.stringify` makes of a value; of a large one its bytes, made in slices of time. */
export async function renderJson(value: unknown): Promise<string | Buffer> {
  if (!isLarge(value)) return JSON.stringify(value);
  const chunks: Buffer[] = [];
  let text = '';
  await forEachInSlices(partsOf(value), (part) => {
    text += part;
    if (text.length < maxPieceCharacters) return;
    chunks.push(Buffer.from(text));
    text = '';
  });
  return Buffer.concat([...chunks, Buffer.from(text)]);
}

function* partsOf(value: object): Generator<string> {
  if (Array.isArray(value)) {
    yield '[';
    for (const [index, item] of value.entries()) {
      if (index > 0) yield ',';
      yield* memberParts(item ?? null);
    }
    yield ']';
    return;
  }
  yield '{';
  let separator = '';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ',';
    yield* memberParts(member);
  }
  yield '}';
}

function* memberParts(member: unknown): Generator<string> {
  if (isLarge(member)) yield* partsOf(member);
  else yield JSON.stringify(member);
}

function isLarge(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('toJSON' in value) && countUpTo(value, manyValues) <= 0;
}

/** @returns what is left of `most` once the values of a value are taken off; 0 or less when they are as many. */
function countUpTo(value: object, most: number): number {
  let left = most;
  for (const name in value) {
    left -= 1;
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof member === 'object' && member !== null) left = countUpTo(member, left);
    if (left <= 0) return left;
  }
  return left;
}
