import { forEachInSlices } from '../../fairness/slices.ts';

/** Number of values above which a part of a response is rendered piece by piece: about a millisecond of work. */
const manyValues = 2_000;

/** Maximum characters that are encoded at once. */
const maxPieceCharacters = 256 * 1024;

/**
 * Renders a value as `JSON.stringify` does; a large one becomes bytes, rendered in slices of time. For responses that
 * you cache: a body that a handler returns as a value is rendered in the same way.
 *
 * @example
 * const json = await renderJson({ data: await repository.list() });
 * return { status: 200, body: preRendered(json) };
 */
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

/**
 * Arrays are counted by index, because `for … in` turns each index into a string, which takes longer than rendering.
 *
 * @returns `most` minus the number of values in the value; 0 or less when there are at least as many.
 */
function countUpTo(value: object, most: number): number {
  let left = most;
  const take = (member: unknown): boolean => {
    left -= 1;
    if (typeof member === 'object' && member !== null) left = countUpTo(member, left);
    return left > 0;
  };
  if (Array.isArray(value)) {
    for (const member of value) if (!take(member)) break;
  } else {
    for (const name in value) if (!take((value as Readonly<Record<string, unknown>>)[name])) break;
  }
  return left;
}
