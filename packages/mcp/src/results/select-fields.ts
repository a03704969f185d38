import { invalidFields } from '@contract-kit/http-spec';

/** Names below a name; an empty map stands for everything below it. */
type FieldTree = Map<string, FieldTree>;

/**
 * The chosen fields of each record, in the records' own order. Lists on the way are gone through.
 *
 * @param fields dotted paths: `sku`, `prices.EUR`, `results.sku`.
 */
export function selectFields(value: unknown, fields: readonly string[]): unknown {
  return pick(value, toTree(fields));
}

/** @throws ApiError `validation_failed` at `fields` when it is no list of texts. */
export function parseFields(fields: unknown): readonly string[] | null {
  if (fields === undefined) return null;
  const isList = Array.isArray(fields) && fields.every((path) => typeof path === 'string' && path !== '');
  if (!isList) throw invalidFields({ fields: 'Must be a list of dotted paths.' });
  return fields.length === 0 ? null : fields;
}

function toTree(fields: readonly string[]): FieldTree {
  const root: FieldTree = new Map();
  for (const path of fields) {
    let node: FieldTree | null = root;
    const names = path.split('.');
    for (const [index, name] of names.entries()) {
      const known: FieldTree | undefined = node.get(name);
      // What is chosen whole stays whole: ["prices", "prices.EUR"].
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
