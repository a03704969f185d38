import { isRecord, type JsonSchema } from '@contract-kit/openapi/schemas';

/** The schema a reference stands for, with what is said beside it; any other schema is returned as it is. */
export type Resolve = (schema: JsonSchema) => JsonSchema;

/** Texts that are near a rule of some schema. */
const texts = [
  ...['', ' ', 'a', 'A', ' a ', 'a,b', ',', '.', '..', ';', '|', '\t', '\\', '/', 'ä', '*', '-a', 'a_b', 'a.b', 'a/b'],
  ...['true', 'null', '{}', '[]', '0', '-1', '007', '1.5', '1e3', 'de', 'en-US', 'de_DE', 'EUR', 'eur', 'a\u0007'],
  ...['2026-01-31', '2026-02-30', '2026-01-31T09:30:00Z', '2026-01-31T09:30:00+02:00', '2026-01-31T09:30', 'a@b'],
  ...['https://example.com', 'https://example.com/a b', 'http://example.com/a', 'ftp://example.com', 'https://'],
];
const others = [null, true, 0, -1, 0.5, 1.00005, [], {}, [[]], ['a'], ['a', 'a'], [0], { a: 1 }];
const kinds = ['', 'a', 'https://example.com', 0, true, null, [], {}];

/** Objects deeper than this are probed by one value of each kind. */
const deepest = 3;

/** Values that a schema admits, values next to them, and values of every other kind. */
export function probesOf(schema: JsonSchema, resolve: Resolve, depth = 0): unknown[] {
  const resolved = resolve(schema);
  const types = [resolved.type].flat();
  const own = [
    ...listOf(resolved.examples),
    ...[...listOf(resolved.enum), ...('const' in resolved ? [resolved.const] : [])].flatMap((value) => [
      value,
      `${value}x`,
    ]),
    ...(types.includes('string') ? textProbes(resolved) : []),
    ...(types.includes('number') || types.includes('integer') ? numberProbes(resolved) : []),
    ...(types.includes('array') ? listProbes(resolved, resolve, depth) : []),
    ...(types.includes('object') && depth < deepest ? objectProbes(resolved, resolve, depth) : []),
    ...branchesOf(resolved).flatMap((branch) => probesOf(branch, resolve, depth)),
  ];
  const distinct = [...own, ...(depth < deepest ? [...texts, ...others] : kinds)].map(
    (value) => [JSON.stringify(value), value] as const,
  );
  return [...new Map(distinct).values()];
}

/** The object with one property removed, added, or replaced by each of its probes. */
export function variantsOf(
  base: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
  resolve: Resolve,
  depth = 0,
): unknown[] {
  const { properties, patternProperties, additionalProperties, propertyNames } = resolve(schema);
  const known = Object.entries(isRecord(properties) ? (properties as Record<string, JsonSchema>) : {});
  const variants = known.flatMap(([name, property]) => {
    const { [name]: current, ...without } = base;
    const deeper = isRecord(current) && depth < deepest ? variantsOf(current, property, resolve, depth + 1) : [];
    return [
      without,
      ...[...deeper, ...probesOf(property, resolve, depth + 1)].map((value) => ({ ...base, [name]: value })),
    ];
  });
  const open = Object.entries(isRecord(patternProperties) ? patternProperties : {});
  variants.push(
    ...open.flatMap(([pattern, value]) =>
      probesOf(value as JsonSchema, resolve, depth + 1).map((each) => ({ ...base, [nameOf(pattern)]: each })),
    ),
  );
  if (!isRecord(additionalProperties)) return [...variants, { ...base, unknownKey: 1 }];
  const name = isRecord(propertyNames) ? String(sampleOf(propertyNames, resolve)) : 'a';
  const value = sampleOf(additionalProperties, resolve);
  const names = probesOf(isRecord(propertyNames) ? propertyNames : {}, resolve, depth + 1);
  return [
    ...variants,
    ...names.filter((key) => typeof key === 'string').map((key) => ({ [key]: value })),
    ...probesOf(additionalProperties, resolve, depth + 1).map((each) => ({ [name]: each })),
  ];
}

/** A name of a pattern that is a prefix and a class: `attributes.a` of `^attributes\\.(?:[a-z]+)$`. */
function nameOf(pattern: string): string {
  return `${/^\^([^(]*)/.exec(pattern)?.[1]?.replaceAll('\\', '')}a`;
}

function textProbes({ minLength = 0, maxLength = 0 }: JsonSchema): string[] {
  const lengths = [minLength, maxLength].flatMap((length) => [Number(length) - 1, Number(length), Number(length) + 1]);
  return lengths.filter((length) => length >= 0).flatMap((length) => ['a'.repeat(length), ` ${'a'.repeat(length)}`]);
}

function numberProbes(schema: JsonSchema): number[] {
  const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((keyword) => schema[keyword]);
  return bounds.filter((bound) => typeof bound === 'number').flatMap((bound) => [bound - 1, bound, bound + 1]);
}

function listProbes({ items, minItems = 0, maxItems = 3 }: JsonSchema, resolve: Resolve, depth: number): unknown[] {
  const member = isRecord(items) ? items : {};
  const members = depth < deepest ? probesOf(member, resolve, depth + 1) : kinds;
  const sample = sampleOf(member, resolve);
  const lengths = [minItems, maxItems].flatMap((length) => [Number(length), Number(length) + 1]);
  return [
    ...members.map((each) => [each]),
    ...lengths.map((length) => Array.from({ length }, () => sample)),
    [sample, null],
  ];
}

function objectProbes(schema: JsonSchema, resolve: Resolve, depth: number): unknown[] {
  const smallest = sampleOf(schema, resolve) as Readonly<Record<string, unknown>>;
  return [smallest, ...variantsOf(smallest, schema, resolve, depth)];
}

/** A small value that a schema admits, as far as its keywords say. */
function sampleOf(unresolved: JsonSchema, resolve: Resolve): unknown {
  const schema = resolve(unresolved);
  const [example = schema.const ?? listOf(schema.enum)[0]] = listOf(schema.examples);
  if (example !== undefined) return example;
  const [branch] = branchesOf(schema);
  if (branch !== undefined) return sampleOf(branch, resolve);
  switch ([schema.type].flat()[0]) {
    case 'object': {
      const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
      const required = listOf(schema.required).map(String);
      return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {}, resolve)]));
    }
    case 'array':
      return Array.from({ length: Number(schema.minItems ?? 0) }, () => sampleOf(schema.items as JsonSchema, resolve));
    case 'integer':
    case 'number':
      return Number(schema.minimum ?? 1);
    case 'boolean':
      return true;
    default:
      return textOf(schema);
  }
}

function textOf({ pattern, format, minLength = 1 }: JsonSchema): string {
  const regex = new RegExp(typeof pattern === 'string' ? pattern : '', 'u');
  const candidates = format === 'uri' ? ['https://example.com'] : ['a'.repeat(Number(minLength)), ...texts];
  return candidates.find((text) => regex.test(text)) ?? 'a';
}

const branchesOf = ({ anyOf, oneOf }: JsonSchema) => [...listOf(anyOf), ...listOf(oneOf)] as JsonSchema[];

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
