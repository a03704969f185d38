import type { JsonSchema } from '@contract-kit/openapi';
import { isRecord } from '@contract-kit/openapi/schemas';
import { compareSchemas, type SchemaComparison, type SchemaPlace } from './compare-schemas.ts';
import { toSchema } from './schema-view.ts';

interface ObjectShape {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: ReadonlySet<string>;
  /** For unlisted members: `false` refuses them, `true` accepts anything. */
  readonly others: JsonSchema | boolean;
}

/** Reports changed members of an object. */
export function compareObjects(
  keywordsBefore: JsonSchema,
  keywordsAfter: JsonSchema,
  place: SchemaPlace,
  comparison: SchemaComparison,
): void {
  const before = shapeOf(keywordsBefore);
  const after = shapeOf(keywordsAfter);
  const names = new Set([...Object.keys(before.properties), ...Object.keys(after.properties)]);
  for (const name of [...names].sort()) compareMember(name, before, after, place, comparison);
  compareOthers(before.others, after.others, place, comparison);
  const patterns = [keywordsBefore, keywordsAfter].map(({ patternProperties }) => recordOf(patternProperties));
  for (const pattern of Object.keys({ ...patterns[0], ...patterns[1] }).sort()) {
    const found = { ...place, path: `${place.path}{${pattern}}` };
    const [from, to] = [patterns[0]?.[pattern] ?? before.others, patterns[1]?.[pattern] ?? after.others];
    if (from !== false && to !== false) {
      compareSchemas(toSchema(from), toSchema(to), found, comparison);
      continue;
    }
    // Members of a pattern are all optional.
    const kind = place.sender === 'request' ? 'property' : 'optional-property';
    if (from !== to) comparison.report(found, `${kind}-${from === false ? 'added' : 'removed'}`);
  }
}

function compareMember(
  name: string,
  before: ObjectShape,
  after: ObjectShape,
  { sender, path }: SchemaPlace,
  comparison: SchemaComparison,
): void {
  const place = { sender, path: path === '' ? name : `${path}.${name}` };
  const [from, to] = [ownMember(before.properties, name), ownMember(after.properties, name)];
  const [wasRequired, isRequired] = [before.required.has(name), after.required.has(name)];
  if (from !== undefined && to !== undefined) {
    if (wasRequired !== isRequired) comparison.report(place, isRequired ? 'property-required' : 'property-optional');
    compareSchemas(from, to, place, comparison);
    return;
  }
  const change = from === undefined ? 'added' : 'removed';
  const without = from === undefined ? before : after;
  const needed = from === undefined ? isRequired : wasRequired;
  // A record: its unlisted members share one schema.
  if (isRecord(without.others) && !needed) {
    compareSchemas(from ?? without.others, to ?? without.others, place, comparison);
    return;
  }
  if (sender !== 'request') {
    comparison.report(place, needed ? `property-${change}` : `optional-property-${change}`);
    return;
  }
  const effect = without.others === false ? change : { added: 'read', removed: 'ignored' }[change];
  comparison.report(place, needed ? `required-property-${effect}` : `property-${effect}`);
}

function compareOthers(
  before: ObjectShape['others'],
  after: ObjectShape['others'],
  { sender, path }: SchemaPlace,
  comparison: SchemaComparison,
): void {
  if (before !== false && after !== false) {
    if (!isRecord(before) && !isRecord(after)) return;
    compareSchemas(toSchema(before), toSchema(after), { sender, path: `${path}.*` }, comparison);
    return;
  }
  if (before !== after) comparison.report({ sender, path }, after === false ? 'object-closed' : 'object-opened');
}

function shapeOf({ properties, required: names, additionalProperties: others = true }: JsonSchema): ObjectShape {
  const members = Object.entries(recordOf(properties)).filter(([, schema]) => !isNever(schema));
  const required = new Set<string>(Array.isArray(names) ? names : []);
  // A required member may be unlisted.
  const unlisted = [...required].map((name) => [name, toSchema(others)] as const);
  return {
    properties: { ...Object.fromEntries(unlisted), ...Object.fromEntries(members) },
    required,
    others: others as JsonSchema | boolean,
  };
}

/** A member that is never valid counts as absent. */
function isNever({ not }: JsonSchema): boolean {
  return isRecord(not) && Object.keys(not).length === 0;
}

function recordOf(value: unknown): Readonly<Record<string, JsonSchema>> {
  return isRecord(value) ? (value as Readonly<Record<string, JsonSchema>>) : {};
}

function ownMember(properties: Readonly<Record<string, JsonSchema>>, name: string): JsonSchema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}
