import type { z } from 'zod';
import type { ConversionOptions } from './conversion.ts';
import { type Direction, fingerprint, type JsonSchema, mapRefs, refsOf } from './json-schema.ts';
import { toJsonSchema } from './to-json-schema.ts';

/**
 * Collects the named schemas of a contract. While the document is built, a reference reads `schema:<direction>/<id>`;
 * `finish` gives every named schema its component name.
 */
export interface SchemaRegistry {
  /** Converts a schema; schemas with an id are collected and referenced. */
  add(schema: z.ZodType, options: ConversionOptions): JsonSchema;
  /** The target of a provisional reference; any other schema unchanged. */
  resolve(schema: JsonSchema): JsonSchema;
  /** Replaces provisional references and returns the components the value reaches. */
  finish<T>(value: T): { readonly value: T; readonly schemas: Readonly<Record<string, JsonSchema>> };
}

const provisional = /^schema:(input|output)\/(.*)$/s;
const directions = ['input', 'output'] as const satisfies readonly Direction[];

/**
 * A registry for one document.
 *
 * An id used in both directions gives one component if both sides are equal; otherwise the response keeps the name and
 * the request gets `<id>Input`.
 */
export function createSchemaRegistry(): SchemaRegistry {
  const collected = { input: new Map<string, JsonSchema>(), output: new Map<string, JsonSchema>() };

  const collect = (direction: Direction, id: string, schema: JsonSchema, where: string): void => {
    const known = collected[direction].get(id);
    if (known !== undefined && fingerprint(known) !== fingerprint(schema)) {
      throw new TypeError(`${where}: two different schemas have the id "${id}".`);
    }
    collected[direction].set(id, schema);
  };

  return {
    add(schema, options) {
      const { direction, where } = options;
      const { root, definitions } = toJsonSchema(schema, options);
      const point = (ref: string) => ref.replace(/^#\/\$defs\/(.*)$/s, (_, id: string) => toProvisional(direction, id));
      for (const [id, definition] of definitions) collect(direction, id, mapRefs(definition, point), where);
      return mapRefs(root, point);
    },
    resolve(schema) {
      const [, direction, id] = provisional.exec(String(schema.$ref)) ?? [];
      return (direction && id && collected[direction as Direction].get(id)) || schema;
    },
    finish(value) {
      const names = nameComponents(collected);
      const rename = (ref: string) => {
        const name = names.get(ref);
        return name === undefined ? ref : `#/components/schemas/${name}`;
      };
      const reached = reachableFrom(value, collected);
      const schemas = [...reached].map(([ref, schema]) => [names.get(ref), mapRefs(schema, rename)] as const);
      return {
        value: mapRefs(value, rename),
        schemas: Object.fromEntries(schemas.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))),
      };
    },
  };
}

type Collected = Readonly<Record<Direction, ReadonlyMap<string, JsonSchema>>>;

function toProvisional(direction: Direction, id: string): string {
  return `schema:${direction}/${id.replaceAll('~1', '/').replaceAll('~0', '~')}`;
}

function nameComponents(collected: Collected): Map<string, string> {
  const differing = differingIds(collected);
  const taken = new Set([...collected.input.keys(), ...collected.output.keys()]);
  const names = new Map<string, string>();
  for (const direction of directions) {
    for (const id of collected[direction].keys()) {
      const split = direction === 'input' && differing.has(id);
      names.set(toProvisional(direction, id), componentName(split ? freeName(id, taken) : id));
    }
  }
  return names;
}

function freeName(id: string, taken: ReadonlySet<string>): string {
  const free = [`${id}Input`, `${id}Request`, `${id}RequestInput`].find((name) => !taken.has(name));
  if (free === undefined) throw new TypeError(`No name is free for the request side of the schema "${id}".`);
  return free;
}

/** Component names consist of letters, digits, `.`, `_` and `-` (OpenAPI 3.1 §4.8.7). */
function componentName(id: string): string {
  return id.replace(/[^A-Za-z0-9._-]/g, '_');
}

/** Ids whose two sides differ, directly or through a schema they refer to. */
function differingIds({ input, output }: Collected): Set<string> {
  const fingerprintOf = (schema: JsonSchema | undefined) =>
    fingerprint(mapRefs(schema, (ref) => ref.replace(provisional, '$2')));
  const shared = [...input.keys()].filter((id) => output.has(id));
  const differing = new Set(shared.filter((id) => fingerprintOf(input.get(id)) !== fingerprintOf(output.get(id))));
  for (let before = -1; before !== differing.size; ) {
    before = differing.size;
    for (const id of shared) {
      const refersTo = refsOf(input.get(id)).map((ref) => ref.replace(provisional, '$2'));
      if (refersTo.some((target) => differing.has(target))) differing.add(id);
    }
  }
  return differing;
}

function reachableFrom(value: unknown, collected: Collected): Map<string, JsonSchema> {
  const reached = new Map<string, JsonSchema>();
  const visit = (ref: string): void => {
    const [, direction, id] = provisional.exec(ref) ?? [];
    const schema = direction && id ? collected[direction as Direction].get(id) : undefined;
    if (schema === undefined || reached.has(ref)) return;
    reached.set(ref, schema);
    refsOf(schema).forEach(visit);
  };
  refsOf(value).forEach(visit);
  return reached;
}
