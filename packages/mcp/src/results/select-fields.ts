import { invalidFields } from '@contract-kit/http-spec';
import { isRecord, type JsonSchema } from '@contract-kit/openapi/schemas';

/** Nested field names; an empty map means everything below. */
type FieldTree = Map<string, FieldTree>;

/**
 * The chosen fields of each record, in the records' own order. Lists on the way are mapped.
 *
 * @param fields dotted paths: `code`, `prices.EUR`, `results.code`.
 */
export function selectFields(value: unknown, fields: readonly string[]): unknown {
  return pick(value, toTree(fields));
}

/** The schema of records reduced to these fields. */
export function selectSchema(schema: JsonSchema, fields: readonly string[]): JsonSchema {
  return pickSchema(schema, toTree(fields));
}

/**
 * @param schema of the records; where it is open, any path is accepted.
 * @returns the chosen fields; null: all.
 * @throws ApiError `validation_failed` at `fields` when it is not a list of paths, or a record has no such field.
 */
export function parseFields(fields: unknown, schema: JsonSchema): readonly string[] | null {
  if (fields === undefined) return null;
  const isList = Array.isArray(fields) && fields.every((path) => typeof path === 'string' && path !== '');
  if (!isList) throw invalidFields({ fields: 'Must be a list of dotted paths.' });
  for (const path of fields) assertKnown(path, schema);
  return fields.length === 0 ? null : fields;
}

function assertKnown(path: string, schema: JsonSchema): void {
  let node: unknown = schema;
  for (const name of path.split('.')) {
    while (isRecord(node) && isRecord(node.items)) node = node.items;
    if (!isRecord(node) || !isRecord(node.properties)) return;
    if (!Object.hasOwn(node.properties, name)) {
      const names = Object.keys(node.properties).join(', ');
      throw invalidFields({ fields: `There is no "${name}" in "${path}". There are: ${names}.` });
    }
    node = node.properties[name];
  }
}

function toTree(fields: readonly string[]): FieldTree {
  const root: FieldTree = new Map();
  for (const path of fields) {
    let node: FieldTree | null = root;
    const names = path.split('.');
    for (const [index, name] of names.entries()) {
      const known: FieldTree | undefined = node.get(name);
      // A field that is chosen as a whole stays whole: ["prices", "prices.EUR"].
      if (known !== undefined && known.size === 0) break;
      const last = index === names.length - 1;
      const next: FieldTree = last ? new Map() : (known ?? new Map());
      node.set(name, next);
      node = next;
    }
  }
  return root;
}

function pick(value: unknown, tree: FieldTree): unknown {
  if (tree.size === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => pick(entry, tree));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => tree.has(name))
      .map(([name, member]) => [name, pick(member, tree.get(name) as FieldTree)]),
  );
}

function pickSchema(schema: JsonSchema, tree: FieldTree): JsonSchema {
  const { properties, items } = schema;
  return {
    ...schema,
    ...(isRecord(properties) && tree.size > 0 && { properties: pickMembers(properties, tree) }),
    ...(isRecord(items) && { items: pickSchema(items, tree) }),
  };
}

function pickMembers(properties: JsonSchema, tree: FieldTree): JsonSchema {
  const members = Object.entries(properties) as [string, JsonSchema][];
  return Object.fromEntries(
    members
      .filter(([name]) => tree.has(name))
      .map(([name, member]) => [name, pickSchema(member, tree.get(name) as FieldTree)]),
  );
}
