/** Levels of a value whose members become separate parts: a body, its list, and the items of the list. */
const partLevels = 3;

/**
 * JSON text that is equal for equal values: the members of each object sorted by name, without white space (similar to
 * RFC 8785). `1` and `"1"` stay different, as do `null` and a missing member.
 *
 * @throws TypeError for values that JSON cannot represent.
 */
export function toCanonicalJson(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return JSON.stringify(value);
  // `1e999` is parsed as infinity, which JSON.stringify would write as null.
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object') throw new TypeError(`A ${typeof value} is not a JSON value.`);
  if (Array.isArray(value)) return `[${value.map((item) => toCanonicalJson(item ?? null)).join()}]`;
  if (hasJson(value)) return toCanonicalJson(value.toJSON());
  const members = membersOf(value).map(([name, member]) => `${JSON.stringify(name)}:${toCanonicalJson(member)}`);
  return `{${members.join()}}`;
}

/** The text of {@link toCanonicalJson} in parts, so that a large value of many items can be processed in slices. */
export function* canonicalParts(value: unknown, levels = partLevels): Generator<string> {
  if (levels === 0 || typeof value !== 'object' || value === null || hasJson(value)) {
    yield toCanonicalJson(value);
  } else if (Array.isArray(value)) {
    yield '[';
    for (const [index, item] of value.entries()) {
      if (index > 0) yield ',';
      yield* canonicalParts(item ?? null, levels - 1);
    }
    yield ']';
  } else {
    yield '{';
    for (const [index, [name, member]] of membersOf(value).entries()) {
      yield `${index > 0 ? ',' : ''}${JSON.stringify(name)}:`;
      yield* canonicalParts(member, levels - 1);
    }
    yield '}';
  }
}

function hasJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

function membersOf(value: object): [string, unknown][] {
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1));
}
