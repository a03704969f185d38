/** A JSON Schema 2020-12 object, the dialect of OpenAPI 3.1. */
export type JsonSchema = { [keyword: string]: unknown };

/** The side of a schema: what a client sends, or what the service returns. */
export type Direction = 'input' | 'output';

/** True for plain objects, not for arrays and null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Copies a JSON value with every `$ref` replaced. Members that are undefined are left out. */
export function mapRefs<T>(value: T, rename: (ref: string) => string): T {
  const copy = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(copy);
    if (!isRecord(node)) return node;
    return Object.fromEntries(
      Object.entries(node)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => [key, key === '$ref' && typeof member === 'string' ? rename(member) : copy(member)]),
    );
  };
  return copy(value) as T;
}

/** Every `$ref` in a JSON value, in reading order. */
export function refsOf(value: unknown): string[] {
  const refs: string[] = [];
  mapRefs(value, (ref) => {
    refs.push(ref);
    return ref;
  });
  return refs;
}

/** The value as text with sorted keys, to compare two values by content. */
export function fingerprint(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isRecord(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  );
}
