import type { JsonSchema } from '@contract-kit/openapi';
import { compareLimits } from './compare-limits.ts';
import { compareObjects } from './compare-objects.ts';
import { type MatchOptions, matchVariants } from './match-variants.ts';
import type { Sender } from './schema-rules.ts';
import {
  admitsScalar,
  isAnything,
  listOf,
  type NamedSchemas,
  referenceOf,
  type SchemaView,
  textOf,
  toSchema,
  viewOf,
} from './schema-view.ts';

/** The location of a comparison. */
export interface SchemaPlace {
  readonly sender: Sender;
  /** `body.items[].title`. */
  readonly path: string;
}

/** A running comparison of schemas. */
export interface SchemaComparison {
  readonly before: NamedSchemas;
  readonly after: NamedSchemas;
  /** Reports a change; `name` is that of a rule without the sender. */
  report(place: SchemaPlace, name: string, before?: unknown, after?: unknown): void;
  /**
   * Called when both schemas have the same name.
   *
   * @returns true when the named schemas are compared elsewhere.
   */
  enterNamed(name: string, sender: Sender): boolean;
  /** Only counts changes, to match variants. */
  readonly isTrial?: true;
  /** Pairs of named schemas that have been compared. */
  readonly seen: Set<string>;
  /** Pairs being compared: schemas may be recursive. */
  readonly above: Set<string>;
}

/** Reports every change of a schema. No pair is compared twice, so recursive schemas terminate. */
export function compareSchemas(
  before: JsonSchema,
  after: JsonSchema,
  place: SchemaPlace,
  comparison: SchemaComparison,
): void {
  compareAnnotations(before, after, place, comparison);
  const names = [nameOf(before), nameOf(after)] as const;
  const [name] = names;
  if (name !== undefined && name.target === names[1]?.target && comparison.enterNamed(name.target, place.sender)) {
    if (name.orNull !== names[1].orNull) comparison.report(place, name.orNull ? 'null-refused' : 'null-admitted');
    return;
  }
  const key = [place.sender, textOf(before), textOf(after)].join();
  // A named pair is reported once; an unnamed pair wherever it occurs, except within itself.
  const seen = names.some((each) => each !== undefined) ? comparison.seen : comparison.above;
  if (seen.has(key) || comparison.above.has(key)) return;
  seen.add(key);
  comparison.above.add(key);
  compareViews(viewOf(before, comparison.before), viewOf(after, comparison.after), place, comparison);
  comparison.above.delete(key);
}

/** The name a schema refers to, nullable or not. Keywords beside the reference make it another schema. */
function nameOf(schema: JsonSchema): { readonly target: string; readonly orNull: boolean } | undefined {
  const { default: _, deprecated: __, $ref, anyOf, ...others } = schema;
  if (Object.keys(others).length > 0) return undefined;
  const target = referenceOf(schema);
  if (target !== undefined) return anyOf === undefined ? { target, orNull: false } : undefined;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== 'null') return undefined;
  const [{ $ref: inner, ...beside }] = anyOf;
  return inner === undefined || Object.keys(beside).length > 0
    ? undefined
    : { target: referenceOf({ $ref: inner }) as string, orNull: true };
}

/** Defaults and deprecations are written beside a reference. */
function compareAnnotations(
  before: JsonSchema,
  after: JsonSchema,
  place: SchemaPlace,
  { report }: SchemaComparison,
): void {
  if (before.deprecated === true && after.deprecated !== true) report(place, 'field-restored');
  if (before.deprecated !== true && after.deprecated === true) report(place, 'field-deprecated');
  if (place.sender !== 'request' || textOf(before.default) === textOf(after.default)) return;
  report(place, ruleOfDefault(place.path), before.default, after.default);
}

const orders = /^query\.(?:sort|order)(?:_?by)?$/i;
const pageSizes = /^query\.(?:limit|(?:page|per)_?(?:size|page)|size)$/i;

function ruleOfDefault(path: string): string {
  if (orders.test(path)) return 'order-changed';
  return pageSizes.test(path) ? 'page-size-changed' : 'default-changed';
}

function compareViews(before: SchemaView, after: SchemaView, place: SchemaPlace, comparison: SchemaComparison): void {
  const { report } = comparison;
  const wasAnything = isAnything(before);
  if (wasAnything || isAnything(after)) {
    if (!isAnything(after)) report(place, 'type-narrowed', undefined, after.types ?? undefined);
    else if (!wasAnything) report(place, 'type-widened', before.types ?? undefined);
    return;
  }
  if (before.admitsNull !== after.admitsNull) report(place, after.admitsNull ? 'null-admitted' : 'null-refused');
  if (compareVariants(before, after, place, comparison)) return;
  if (!compareTypes(before, after, place, comparison)) return;
  compareValues(before, after, place, comparison);
  compareLimits(before.keywords, after.keywords, (name, from, to) => report(place, name, from, to));
  compareObjects(before.keywords, after.keywords, place, comparison);
  compareParts(before.keywords, after.keywords, place, comparison);
}

/** @returns true when one of the two is a union, and nothing is left to compare. */
function compareVariants(
  before: SchemaView,
  after: SchemaView,
  place: SchemaPlace,
  comparison: SchemaComparison,
): boolean {
  if (before.variants === null && after.variants === null) return false;
  const [from, to] = [choicesOf(before, comparison.before), choicesOf(after, comparison.after)];
  const { report } = comparison;
  const admitted = (value: unknown, choices: Choices, schemas: NamedSchemas) =>
    choices.values.has(textOf(value)) || choices.schemas.some((schema) => admitsScalar(schema, value, schemas));
  for (const value of from.values.values()) {
    if (!admitted(value, to, comparison.after)) report(place, 'enum-value-removed', value);
  }
  for (const value of to.values.values()) {
    if (!admitted(value, from, comparison.before)) report(place, 'enum-value-added', undefined, value);
  }
  const matched = matchVariants(from.schemas, to.schemas, optionsOf(place, comparison));
  for (const { label, ...variant } of matched.pairs) {
    const path = from.schemas.length === 1 && to.schemas.length === 1 ? place.path : `${place.path}<${label}>`;
    compareSchemas(withoutNull(variant.before), withoutNull(variant.after), { ...place, path }, comparison);
  }
  for (const label of matched.removed) report(place, 'variant-removed', label);
  for (const label of matched.added) report(place, 'variant-added', undefined, label);
  return true;
}

/** A nested trial costs nothing, so that unions of unions are tried once. */
function optionsOf(place: SchemaPlace, comparison: SchemaComparison): MatchOptions {
  const { before: schemasBefore, after: schemasAfter, isTrial } = comparison;
  const costOf: MatchOptions['costOf'] = (before, after) => {
    let count = 0;
    if (isTrial) return count;
    const report = () => {
      count += 1;
    };
    const sets = { seen: new Set<string>(), above: new Set(comparison.above) };
    const trial = { ...comparison, ...sets, isTrial: true as const, enterNamed: () => true, report };
    compareSchemas(withoutNull(before), withoutNull(after), place, trial);
    return count;
  };
  return { schemasBefore, schemasAfter, costOf };
}

/** The alternatives of a union. */
interface Choices {
  /** The enum values of all variants, as text. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Its other variants. */
  readonly schemas: readonly JsonSchema[];
}

/** The variants of a union, nested unions flattened; any other schema is a union of one. */
function choicesOf(view: SchemaView, schemas: NamedSchemas): Choices {
  const { variants, types, values, keywords } = view;
  const { default: _, deprecated: __, ...constraints } = keywords;
  const own = { ...constraints, ...(types && { type: types }), ...(values && { enum: values }) };
  const hasOwn = Object.keys(own).length > 0;
  const choices = variants?.map((variant) => (hasOwn ? withinUnion(own, variant, schemas) : variant)) ?? [own];
  const flat = choices.flatMap((choice) => flatten(choice, schemas, 0));
  const listed = flat.map((choice) => ({ choice, values: viewOf(choice, schemas).values }));
  return {
    values: new Map(listed.flatMap(({ values: list }) => (list ?? []).map((value) => [textOf(value), value]))),
    schemas: listed.filter(({ values: list }) => list === null).map(({ choice }) => choice),
  };
}

/** A variant combined with the keywords beside its union. */
function withinUnion(own: JsonSchema, variant: JsonSchema, schemas: NamedSchemas): JsonSchema {
  const { types, values, variants, keywords } = viewOf(variant, schemas);
  const [properties, required] = [
    { ...toSchema(own.properties), ...toSchema(keywords.properties) },
    [...new Set([own.required, keywords.required].flatMap((names) => (Array.isArray(names) ? names : [])))],
  ];
  return {
    ...own,
    ...keywords,
    ...(types && { type: types }),
    ...(values && { enum: values }),
    ...(variants && { anyOf: variants }),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

/** Deeper unions are compared without flattening. */
const maxDepth = 4;

function flatten(schema: JsonSchema, schemas: NamedSchemas, depth: number): JsonSchema[] {
  const { variants, types, values, keywords } = viewOf(schema, schemas);
  const isPure = variants !== null && types === null && values === null && Object.keys(keywords).length === 0;
  return isPure && depth < maxDepth ? variants.flatMap((variant) => flatten(variant, schemas, depth + 1)) : [schema];
}

/** Nullability is reported for the whole union. */
function withoutNull(schema: JsonSchema): JsonSchema {
  if (!Array.isArray(schema.type) || !schema.type.includes('null')) return schema;
  const { enum: values, ...rest } = schema;
  const type = schema.type.filter((name) => name !== 'null');
  return { ...rest, type, ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }) };
}

/** @returns false when the types are disjoint, so that their keywords cannot be compared. */
function compareTypes(
  before: SchemaView,
  after: SchemaView,
  place: SchemaPlace,
  { report }: SchemaComparison,
): boolean {
  const covers = (wide: SchemaView['types'], narrow: SchemaView['types']) =>
    wide === null ||
    (narrow?.every((type) => wide.includes(type) || (type === 'integer' && wide.includes('number'))) ?? false);
  const wider = covers(after.types, before.types);
  const narrower = covers(before.types, after.types);
  if (wider && narrower) return true;
  if (wider) report(place, 'type-widened', before.types, after.types);
  else if (narrower) report(place, 'type-narrowed', before.types, after.types);
  else report(place, 'type-changed', before.types, after.types);
  return wider || narrower;
}

function compareValues(before: SchemaView, after: SchemaView, place: SchemaPlace, { report }: SchemaComparison): void {
  if (before.values === null && after.values === null) return;
  if (before.values === null) {
    report(place, 'enum-set', undefined, after.values);
    return;
  }
  if (after.values === null) {
    report(place, 'enum-lifted', before.values);
    return;
  }
  const known = new Set(before.values.map(textOf));
  const valid = new Set(after.values.map(textOf));
  for (const value of before.values) if (!valid.has(textOf(value))) report(place, 'enum-value-removed', value);
  for (const value of after.values) if (!known.has(textOf(value))) report(place, 'enum-value-added', undefined, value);
}

/** The keywords rules know; any other keyword is compared literally. */
const known = new Set([
  ...['default', 'deprecated', '$defs', 'properties', 'required', 'additionalProperties', 'patternProperties'],
  ...['propertyNames', 'items', 'prefixItems', 'allOf', 'pattern', 'format', 'multipleOf', 'uniqueItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties', 'contentEncoding', 'contentMediaType'],
]);

function compareParts(before: JsonSchema, after: JsonSchema, place: SchemaPlace, comparison: SchemaComparison): void {
  const { report } = comparison;
  const compare = (from: unknown, to: unknown, path: string) =>
    compareSchemas(toSchema(from), toSchema(to), { ...place, path: place.path + path }, comparison);
  if (before.items !== undefined || after.items !== undefined) compare(before.items, after.items, '[]');
  if (before.propertyNames !== undefined || after.propertyNames !== undefined) {
    compare(before.propertyNames, after.propertyNames, '{name}');
  }
  const tuples = [listOf(before.prefixItems), listOf(after.prefixItems)] as const;
  for (const index of Array.from({ length: Math.max(...tuples.map(({ length }) => length)) }).keys()) {
    compare(tuples[0][index] ?? before.items, tuples[1][index] ?? after.items, `[${index}]`);
  }
  compareConditions(listOf(before.allOf), listOf(after.allOf), place, comparison);
  const others = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((keyword) => !known.has(keyword));
  for (const keyword of others.sort()) {
    if (textOf(before[keyword]) !== textOf(after[keyword])) {
      report(place, 'schema-changed', { [keyword]: before[keyword] }, { [keyword]: after[keyword] });
    }
  }
}

function compareConditions(
  before: readonly JsonSchema[],
  after: readonly JsonSchema[],
  place: SchemaPlace,
  comparison: SchemaComparison,
): void {
  const matched = matchVariants(before, after, optionsOf(place, comparison));
  for (const condition of matched.pairs) compareSchemas(condition.before, condition.after, place, comparison);
  for (const label of matched.removed) comparison.report(place, 'condition-removed', label);
  for (const label of matched.added) comparison.report(place, 'condition-added', undefined, label);
}
