/** A product document, or any other JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** One difference between two product documents. */
export interface FieldChange {
  /** Dotted: `name`, `translations.de.name`, `attributes.color`, `prices.EUR`. */
  readonly path: string;
  /** Absent when the path did not exist. */
  readonly before?: unknown;
  /** Absent when the path no longer exists. */
  readonly after?: unknown;
}

/** They change with every version and are not changes themselves. */
const unversioned: ReadonlySet<string> = new Set(['version', 'updatedAt']);

/** References are compared as a whole: an id and its code change together. */
const references: ReadonlySet<string> = new Set(['parent', 'category']);

/**
 * Compares two product documents field by field. Objects descend to their fields (`seo.title`, `units.weight`,
 * `associations.upsell`, `translations.de.attributes.material`); lists, references and the price of one currency are
 * compared as a whole. `version` and `updatedAt` are left out. The order is that of `after`, followed by removed
 * fields.
 *
 * @param before the earlier document; with null, every field with a value is a change.
 *
 * @example
 * diffDocuments({ name: 'Mug', attributes: {} }, { name: 'Mug', attributes: { color: 'red' } });
 * // [{ path: 'attributes.color', after: 'red' }]
 */
export function diffDocuments(before: JsonObject | null, after: JsonObject | null): FieldChange[] {
  const changes: FieldChange[] = [];
  compareFields([], before ?? {}, after ?? {}, changes);
  return changes;
}

/** The paths of {@link diffDocuments}: the `changedFields` of a version and its event. */
export function changedFields(before: JsonObject | null, after: JsonObject | null): string[] {
  return diffDocuments(before, after).map((change) => change.path);
}

function compareFields(parents: readonly string[], before: JsonObject, after: JsonObject, changes: FieldChange[]) {
  const compare = (key: string, from: unknown, to: unknown) => {
    // Most fields are equal: only the others need a path.
    if (isSameJson(from, to) || (parents.length === 0 && unversioned.has(key))) return;
    compareValues([...parents, key], from, to, changes);
  };
  for (const key of Object.keys(after)) compare(key, ownValue(before, key), after[key]);
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) compare(key, before[key], undefined);
}

function compareValues(path: readonly string[], before: unknown, after: unknown, changes: FieldChange[]) {
  if (isAbsent(before, path) && isAbsent(after, path)) return;
  const [from, to] = [before ?? {}, after ?? {}];
  if (descends(path) && isObject(from) && isObject(to)) return compareFields(path, from, to, changes);
  changes.push({
    path: path.join('.'),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  });
}

function descends(path: readonly string[]): boolean {
  const [field = ''] = path;
  return !references.has(field) && !(field === 'prices' && path.length > 1);
}

/**
 * Null and objects without fields count as absent. So does an empty list in a field of its own, which old documents may
 * lack. An attribute's empty list is a value.
 */
function isAbsent(value: unknown, path: readonly string[]): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0 && path.length === 1;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Codes come from callers and may be `constructor`: only own properties count. */
function ownValue(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Equality of JSON values; the order of object keys does not matter. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSameJson(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
  );
}
