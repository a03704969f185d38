import { policyOf, type ToolPolicy } from '@contract-kit/http-spec';
import { filePartsOf, mediaTypeSchemasOf } from '@contract-kit/http-spec/zod';
import { isZodSchema, type JsonSchema } from '@contract-kit/openapi/schemas';
import type { AppRoute } from '../ts-rest.ts';
import { type Argument, type Definitions, membersOf } from './tool-schemas.ts';

const fields: Argument = {
  place: 'extra',
  required: false,
  schema: {
    type: 'array',
    items: { type: 'string' },
    description: 'Dotted paths to show; [] shows all.',
  },
};

const idempotencyKey: Argument = {
  place: 'extra',
  required: false,
  schema: {
    type: 'string',
    pattern: '^[!-~]{1,255}$',
    description: 'Calls with the same key do the work once.',
  },
};

const ifMatch: Argument = {
  place: 'extra',
  required: false,
  schema: {
    type: 'string',
    description: '`etag` of the record you read: fails if it changed since.',
  },
};

/** Reserved argument names: every tool may have them. */
export const extraArguments = { fields, idempotencyKey, ifMatch } as const;

/**
 * All inputs of an operation as arguments: path and query parameters and the members of the body side by side, which
 * models fill in most reliably. A body that is not a plain object is the argument `body`.
 *
 * @throws TypeError when a path parameter and a body field have one name.
 */
export function argumentsOf(
  route: AppRoute,
  definitions: Definitions,
  { where, selectable }: { readonly where: string; readonly selectable: boolean },
): ReadonlyMap<string, Argument> {
  const path = pathArguments(route, definitions, where);
  const all = new Map<string, Argument>([
    ...path,
    ...queryArguments(route, definitions, where),
    ...bodyArguments(route, definitions, where),
  ]);
  for (const [name] of path) {
    if (all.get(name)?.place !== 'params') throw new TypeError(`${where}: "${name}" is in the path and in the body.`);
  }
  const policy = policyOf(route);
  if (policy.idempotency === 'accepted') all.set('idempotencyKey', idempotencyKey);
  if (policy.entityTag === 'write') all.set('ifMatch', { ...ifMatch, required: policy.ifMatch === 'required' });
  if (selectable) all.set('fields', fields);
  return all;
}

function pathArguments(route: AppRoute, definitions: Definitions, where: string): [string, Argument][] {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const schema = 'pathParams' in route && isZodSchema(route.pathParams) ? route.pathParams : null;
  const known = schema && definitions.convert(schema, { direction: 'input', text: true, where });
  const properties = (known?.properties ?? {}) as Record<string, Argument['schema']>;
  return names.map((name) => [
    name,
    { place: 'params', schema: properties[name] ?? { type: 'string' }, required: true },
  ]);
}

function queryArguments(route: AppRoute, definitions: Definitions, where: string): Iterable<[string, Argument]> {
  if (!isZodSchema(route.query)) return [];
  const schema = definitions.convert(route.query, { direction: 'input', text: true, where });
  const members = membersOf(schema, 'query');
  if (members === null) throw new TypeError(`${where}: the query is not a strict object.`);
  return members;
}

function bodyArguments(route: AppRoute, definitions: Definitions, where: string): Iterable<[string, Argument]> {
  if (!('body' in route) || !isZodSchema(route.body)) return [];
  const body = mediaTypeSchemasOf(route.body)?.['application/json'] ?? route.body;
  const files = filePartsOf(body);
  if (files.size > 0)
    return formArguments(definitions.convert(body, { direction: 'input', text: 'form', where }), files);
  const schema = definitions.convert(body, { direction: 'input', text: false, where });
  const required = !route.body.safeParse(undefined).success;
  return membersOf(schema, 'body') ?? [['body', { place: 'wholeBody', schema, required }]];
}

/** The parts of a form; a file is given as `toFile` reads it. */
function formArguments(schema: JsonSchema, files: ReadonlyMap<string, unknown>): Iterable<[string, Argument]> {
  return [...(membersOf(schema, 'form') ?? [])].map(([name, part]) => {
    if (!files.has(name)) return [name, part];
    const { description = 'The file.' } = part.schema;
    const how = 'Its text, or for bytes a data URL (data:;base64,…).';
    const shown = { type: 'string', minLength: 1, description: `${description} ${how}` };
    return [name, { ...part, place: 'file', schema: shown }];
  });
}

/**
 * Only the arguments the tool names, without those it fixes, and with its defaults.
 *
 * @throws TypeError for a name the operation does not have.
 */
export function restrict(all: ReadonlyMap<string, Argument>, tool: ToolPolicy): ReadonlyMap<string, Argument> {
  const { defaults = {}, fixed = {} } = tool;
  const named = [...(tool.arguments ?? []), ...Object.keys(defaults), ...Object.keys(fixed)];
  for (const name of named)
    if (!all.has(name)) throw new TypeError(`tool ${tool.name}: the operation has no argument "${name}".`);
  const shown = [...all].filter(([name, { place }]) => {
    if (Object.hasOwn(fixed, name)) return false;
    return tool.arguments === undefined || place === 'params' || place === 'extra' || tool.arguments.includes(name);
  });
  return new Map(
    shown.map(([name, argument]) => {
      if (!Object.hasOwn(defaults, name)) return [name, argument];
      return [name, { ...argument, required: false, schema: { ...argument.schema, default: defaults[name] } }];
    }),
  );
}
