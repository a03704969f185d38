import { isRecord, type JsonSchema } from '@contract-kit/openapi/schemas';
import { branchesOf, type DocumentedSchema } from './documented-schema.ts';
import { boundsOf } from './numbers.ts';

/** A value that differs from a valid one in a single place. */
export interface Mutation {
  /** The place, dotted: `images.0.url`; empty for the whole. */
  readonly path: string;
  /** What was done: `without "title"`. */
  readonly what: string;
  readonly value: unknown;
  /** The place is inside a union, so errors may be reported for its branches. */
  readonly inUnion: boolean;
}

/** A key no schema declares. */
const strayKey = 'notDeclared';

/** Longest text and list that is generated to be too long. */
const longest = 20_000;

interface Place {
  readonly path: readonly string[];
  readonly inUnion: boolean;
  /** The whole value with this part replaced. */
  readonly put: (value: unknown) => unknown;
}

/**
 * Probably invalid values, derived from a valid one: required keys dropped, undeclared keys added, types changed,
 * bounds exceeded. The zod schema decides whether a value is really invalid.
 */
export function mutationsOf({ root, resolve }: DocumentedSchema, valid: unknown): Mutation[] {
  return mutate(root, valid, { path: [], inUnion: false, put: (value) => value });

  function mutate(unresolved: JsonSchema, value: unknown, place: Place): Mutation[] {
    const schema = resolve(unresolved);
    const branches = branchesOf(schema).map(resolve);
    const solid = branches.filter(({ type }) => type !== 'null');
    const [only] = solid;
    const here = { ...place, inUnion: place.inUnion || solid.length > 1 };
    return [
      ...wrongTypes(branches).map((other) => mutation(here, `with ${JSON.stringify(other)}`, other)),
      ...(solid.length === 1 && only !== undefined && value !== null ? withinType(only, value, here) : []),
    ];
  }

  function withinType(schema: JsonSchema, value: unknown, place: Place): Mutation[] {
    if (isRecord(value)) return [...keysOf(schema, value, place), ...membersOf(schema, value, place)];
    if (Array.isArray(value)) return [...lengthsOf(schema, value, place), ...itemsOf(schema, value, place)];
    return outOfBounds(schema).map(([what, other]) => mutation(place, what, other));
  }

  function membersOf({ properties, additionalProperties }: JsonSchema, value: object, place: Place): Mutation[] {
    return Object.entries(value).flatMap(([name, member]) => {
      const declared = (isRecord(properties) ? properties[name] : undefined) ?? additionalProperties;
      if (!isRecord(declared)) return [];
      return mutate(
        declared,
        member,
        inside(place, name, (other) => ({ ...value, [name]: other })),
      );
    });
  }

  function itemsOf({ items }: JsonSchema, value: readonly unknown[], place: Place): Mutation[] {
    if (!isRecord(items) || value.length === 0) return [];
    return mutate(
      items,
      value[0],
      inside(place, '0', (other) => value.with(0, other)),
    );
  }
}

function inside(place: Place, name: string, put: (value: unknown) => unknown): Place {
  return { ...place, path: [...place.path, name], put: (value) => place.put(put(value)) };
}

function mutation({ path, inUnion, put }: Place, what: string, value: unknown): Mutation {
  return { path: path.join('.'), what, value: put(value), inUnion };
}

/** One value of each JSON type that no branch has. */
function wrongTypes(branches: readonly JsonSchema[]): unknown[] {
  const types = new Set(branches.flatMap((branch) => typesOf(branch)));
  if (types.has('any')) return [];
  const samples = { string: 'text', number: 7.25, boolean: true, array: [], object: {}, null: null };
  return Object.entries(samples).flatMap(([type, sample]) => (types.has(type) ? [] : [sample]));
}

function typesOf(schema: JsonSchema): string[] {
  if ('const' in schema || Array.isArray(schema.enum)) return [];
  if (schema.type === 'integer') return [];
  return [typeof schema.type === 'string' ? schema.type : 'any'];
}

function keysOf(schema: JsonSchema, value: Readonly<Record<string, unknown>>, place: Place): Mutation[] {
  const required = ((schema.required as string[] | undefined) ?? []).filter((name) => name in value);
  const dropped = required.map((name) => {
    const { [name]: _, ...rest } = value;
    return mutation(place, `without "${name}"`, rest);
  });
  const named = dropped.map((entry, index) => ({ ...entry, path: joined(entry.path, required[index] as string) }));
  if (schema.additionalProperties !== false) return named;
  const extended = mutation(place, `with the undeclared key "${strayKey}"`, { ...value, [strayKey]: 1 });
  return [...named, { ...extended, path: joined(extended.path, strayKey) }];
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function lengthsOf({ minItems = 0, maxItems }: JsonSchema, value: readonly unknown[], place: Place): Mutation[] {
  const [first] = value;
  const most = Number(maxItems);
  return [
    ...(Number(minItems) > 0 ? [mutation(place, 'without items', [])] : []),
    ...(first !== undefined && most < 1000
      ? [mutation(place, `with ${most + 1} items`, Array(most + 1).fill(first))]
      : []),
  ];
}

function outOfBounds(schema: JsonSchema): [string, unknown][] {
  const found: [string, unknown][] = [];
  const { min, max } = boundsOf(schema);
  const maxLength = Number(schema.maxLength);
  if (min !== undefined) found.push([`with ${min - 1}`, min - 1]);
  if (max !== undefined) found.push([`with ${max + 1}`, max + 1]);
  if (Number(schema.minLength) > 0) found.push(['with an empty text', '']);
  if (maxLength <= longest) found.push([`with ${maxLength + 1} characters`, 'x'.repeat(maxLength + 1)]);
  if ('pattern' in schema || 'format' in schema || 'enum' in schema) found.push(['with " !"', ' !']);
  return found;
}
