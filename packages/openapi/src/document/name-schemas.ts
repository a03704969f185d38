import type { OpenApiDocument } from '../document.ts';
import { fingerprint, isRecord, type JsonSchema } from '../schemas/json-schema.ts';
import { mapSubschemas, type SubschemaPlace } from '../schemas/subschemas.ts';
import { mapDocumentSchemas, pascalCase } from './map-document-schemas.ts';

/** Keywords that describe a value in its context; they stay in place when its shape becomes a component. */
const ofThePlace = ['description', 'deprecated', 'readOnly', 'writeOnly', 'default', 'examples'];

/**
 * Moves every object and enum of a document into a component, because generators number unnamed types. Equal ones share
 * a component. A name consists of the enclosing schema and the property (`TodoAuthor`), or is the `title`; bodies are
 * named after the record in their envelope (`TodoResponse`, `TodoList`, `TodoPage`), else after the operation
 * (`TodosCreateRequest`, `TodosCreateResult`).
 */
export function nameSchemas(document: OpenApiDocument): OpenApiDocument {
  const declared = document.components.schemas;
  const names = new Map<string, string>();
  for (const [name, schema] of Object.entries(declared)) {
    const isReused = isNameable(schema) && !split(schema).isNullable && !names.has(shapeOf(schema));
    if (isReused) names.set(shapeOf(schema), name);
  }
  const added = new Map<string, JsonSchema>();
  const descriptionsOf = new Map<string, Set<unknown>>();

  const inside = (schema: JsonSchema, hint: string): JsonSchema =>
    mapSubschemas(schema, (part, place) => {
      const isOnly = visibleBranches(schema, place.keyword).length === 1;
      return named(
        part,
        hintOf(part, place, schema, hint),
        part.description ?? (isOnly ? schema.description : undefined),
      );
    });

  const named = (schema: JsonSchema, hint: string, description = schema.description): JsonSchema => {
    // Parts that generator documents omit need no name.
    if (schema['x-also-accepted'] === true) return schema;
    if (!isNameable(schema)) return inside(schema, hint);
    const { place, shape, isNullable } = split(schema);
    const key = shapeOf(schema);
    let name = names.get(key);
    if (name === undefined) {
      name = freeName(typeof shape.title === 'string' ? pascalCase(shape.title) : hint, declared, added);
      names.set(key, name);
      // Reserved before its parts are named.
      added.set(name, {});
      added.set(name, inside(shape, name));
    }
    if (added.has(name)) descriptionsOf.set(name, (descriptionsOf.get(name) ?? new Set()).add(description));
    const reference = { $ref: `#/components/schemas/${name}` };
    return isNullable ? { ...place, anyOf: [reference, { type: 'null' }] } : { ...reference, ...place };
  };

  const result = mapDocumentSchemas(document, (schema, { kind, name }) => {
    if (kind === 'component') return inside(schema, name);
    if (kind === 'parameter' || kind === 'header') return schema;
    const envelope = kind === 'response' ? envelopeOf(schema) : undefined;
    return named(schema, envelope?.name ?? name, envelope?.description);
  });
  // A description common to all uses moves to the schema.
  for (const [name, descriptions] of descriptionsOf) {
    const [description, ...others] = descriptions;
    if (others.length === 0) added.set(name, { ...(description !== undefined && { description }), ...added.get(name) });
  }
  const schemas = [...Object.entries(result.components.schemas), ...added];
  return {
    ...result,
    components: {
      ...result.components,
      schemas: Object.fromEntries(schemas.sort(([one], [other]) => (one < other ? -1 : 1))),
    },
  };
}

/** Objects with properties, and enums of texts. */
function isNameable({ type, properties, enum: values }: JsonSchema): boolean {
  if (isRecord(properties)) return Object.keys(properties).length > 0;
  const texts = Array.isArray(values) ? values.filter((value) => value !== null) : [];
  return texts.length > 1 && String(type).startsWith('string') && texts.every((text) => typeof text === 'string');
}

interface Parts {
  readonly place: JsonSchema;
  readonly shape: JsonSchema;
  readonly isNullable: boolean;
}

function split(schema: JsonSchema): Parts {
  const ofPlace = ([keyword]: [string, unknown]) => ofThePlace.includes(keyword);
  const entries = Object.entries(schema);
  const shape: JsonSchema = Object.fromEntries(entries.filter((entry) => !ofPlace(entry)));
  const isNullable = Array.isArray(shape.type) && shape.type.includes('null');
  if (isNullable) {
    shape.type = (shape.type as string[]).find((type) => type !== 'null');
    if (Array.isArray(shape.enum)) shape.enum = shape.enum.filter((value) => value !== null);
  }
  return { place: Object.fromEntries(entries.filter(ofPlace)), shape, isNullable };
}

function shapeOf(schema: JsonSchema): string {
  const { title: _, ...shape } = split(schema).shape;
  return fingerprint(shape);
}

function hintOf(part: JsonSchema, { keyword, key }: SubschemaPlace, around: JsonSchema, hint: string): string {
  if (keyword === 'properties') return `${hint}${pascalCase(key)}`;
  if (keyword === 'items' || keyword === 'prefixItems') return singular(hint);
  if (keyword !== 'anyOf' && keyword !== 'oneOf') return keyword === 'allOf' ? hint : `${hint}Value`;
  return visibleBranches(around, keyword).length === 1 ? hint : `${hint}${pascalCase(branchName(part, key))}`;
}

/** The alternatives of a union, without null and other spellings; none if it has other keywords. */
function visibleBranches(schema: JsonSchema, keyword: string): JsonSchema[] {
  const branches = keyword === 'anyOf' || keyword === 'oneOf' ? (schema[keyword] as JsonSchema[]) : [];
  return branches.filter((branch) => branch.type !== 'null' && branch['x-also-accepted'] !== true);
}

/** `TodoLabels` as `TodoLabel`, `TodoPath` as `TodoPathItem`. */
function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  return /[^s]s$/.test(name) ? name.slice(0, -1) : `${name}Item`;
}

/** What distinguishes a branch of a union: its constant, else its first required property, else its index. */
function branchName({ properties, required }: JsonSchema, key: string): string {
  const constants = Object.values(isRecord(properties) ? properties : {}).map(
    (property) => (property as JsonSchema).const,
  );
  const constant = constants.find((value) => typeof value === 'string');
  return String(constant ?? (Array.isArray(required) ? required[0] : undefined) ?? Number(key) + 1);
}

/** Name and description of an envelope after the record in it; undefined for every other schema. */
function envelopeOf({ properties }: JsonSchema): { readonly name: string; readonly description: string } | undefined {
  if (!isRecord(properties) || Object.keys(properties).some((name) => name !== 'data' && name !== 'pagination')) return;
  const { data, pagination } = properties as { data?: JsonSchema; pagination?: JsonSchema };
  const one = componentOf(data);
  if (one !== undefined) return { name: `${one}Response`, description: `One \`${one}\`.` };
  const member = componentOf(data?.items);
  if (member === undefined) return;
  return pagination === undefined
    ? { name: `${member}List`, description: `Every \`${member}\`.` }
    : { name: `${member}Page`, description: `One page of a list of \`${member}\`.` };
}

function componentOf(schema: unknown): string | undefined {
  return isRecord(schema) && typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
}

function freeName(wanted: string, declared: object, added: ReadonlyMap<string, unknown>): string {
  const isTaken = (name: string) => Object.hasOwn(declared, name) || added.has(name);
  for (let number = 2, name = wanted; ; number++) {
    if (!isTaken(name)) return name;
    name = `${wanted}${number}`;
  }
}
