import { policyOf, type RoutePolicy, routesOf, type ToolPolicy } from '@contract-kit/http-spec';
import { isZodSchema, type JsonSchema } from '@contract-kit/openapi/schemas';
import { parseFields, selectSchema } from '../results/select-fields.ts';
import type { AppRoute, AppRouter } from '../ts-rest.ts';
import { responseSchemaOf } from './response-schema.ts';
import { toOperationCall } from './to-operation-call.ts';
import type { Tool, ToolAnnotations, ToolArguments } from './tool.ts';
import { argumentsOf, restrict } from './tool-arguments.ts';
import { type Argument, Definitions } from './tool-schemas.ts';

/**
 * The tools that a contract's routes declare (`operation({ tools: [...] })`), in its order.
 *
 * @throws TypeError for a name that is used twice or is invalid, and for arguments or fields an operation does not
 * have.
 */
export function createTools(contract: AppRouter): readonly Tool[] {
  const policies = routesOf<AppRoute>(contract).map(policyOf);
  return toolRoutesOf(contract).flatMap((route) => {
    const policy = policyOf(route);
    const successor = policies.find(({ operationId }) => operationId === policy.deprecated?.successor);
    return (policy.tools ?? []).map((tool) => createTool(route, policy, tool, successor?.tools));
  });
}

/** The routes with tools. @throws TypeError for a name that is used twice or is invalid. */
export function toolRoutesOf(contract: AppRouter): readonly AppRoute[] {
  const routes = routesOf<AppRoute>(contract).filter((route) => policyOf(route).tools !== undefined);
  const names = new Set<string>();
  for (const { name } of routes.flatMap((route) => policyOf(route).tools ?? [])) {
    if (!/^[\w-]{1,64}$/.test(name))
      throw new TypeError(`"${name}" is not a valid tool name: use letters, digits, _ and -.`);
    if (names.has(name)) throw new TypeError(`There are two tools "${name}".`);
    names.add(name);
  }
  return routes;
}

/** @param instead the tools of the successor of a deprecated operation. */
function createTool(
  route: AppRoute,
  policy: RoutePolicy,
  tool: ToolPolicy,
  instead: readonly ToolPolicy[] | undefined,
): Tool {
  const response = responseSchemaOf(route);
  const record = (response?.properties as JsonSchema | undefined)?.data as JsonSchema | undefined;
  const fieldsOf = ({ fields }: ToolArguments) =>
    record === undefined ? null : parseFields(fields ?? tool.defaults?.fields, record);
  const definitions = new Definitions();
  const known = argumentsOf(route, definitions, { where: `tool ${tool.name}`, selectable: record !== undefined });
  const args = restrict(known, tool);
  const template = {
    operationId: policy.operationId,
    tool,
    known,
    allowed: new Set(args.keys()),
    takesBody: 'body' in route && isZodSchema(route.body),
  };
  return {
    name: tool.name,
    title: tool.title ?? route.summary ?? tool.name,
    description: describe(route, policy, tool, instead),
    inputSchema: definitions.complete(toObjectSchema(args)),
    outputSchema: outputSchemaOf(response, defaultFieldsOf(tool, fieldsOf)),
    annotations: annotationsOf(route, tool),
    policy,
    fieldsOf,
    toCall: (given) => toOperationCall(template, given),
  };
}

function describe(
  route: AppRoute,
  { deprecated }: RoutePolicy,
  tool: ToolPolicy,
  instead: readonly ToolPolicy[] = [],
): string {
  const description = tool.description ?? [route.summary, route.description].filter(Boolean).join('. ');
  if (deprecated === undefined) return description;
  const { since, sunset } = deprecated;
  const names = instead.map(({ name }) => name).join(' or ');
  return [
    description.replace(/[^.!?]$/, '$&.'),
    `Deprecated since ${since}${names === '' ? '.' : `: use ${names} instead.`}`,
    ...(sunset === undefined ? [] : [`It ends on ${sunset}.`]),
  ].join(' ');
}

function defaultFieldsOf({ name }: ToolPolicy, fieldsOf: Tool['fieldsOf']): readonly string[] | null {
  try {
    return fieldsOf({});
  } catch (error) {
    throw new TypeError(`tool ${name}: its default fields do not fit its response.`, { cause: error });
  }
}

function toObjectSchema(args: ReadonlyMap<string, Argument>): JsonSchema {
  const required = [...args].filter(([, argument]) => argument.required).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries([...args].map(([name, { schema }]) => [name, schema])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** What the tool returns by default: records trimmed to its fields. The argument `fields` may add others. */
function outputSchemaOf(response: JsonSchema | null, fields: readonly string[] | null): JsonSchema {
  const { data, ...rest } = (response?.properties ?? {}) as Record<string, JsonSchema>;
  const shown = data === undefined || fields === null ? data : selectSchema(data, fields);
  return {
    type: 'object',
    properties: {
      status: { type: 'integer' },
      etag: { type: 'string' },
      ...(shown !== undefined && { data: shown }),
      ...rest,
    },
  };
}

function annotationsOf({ method }: AppRoute, tool: ToolPolicy): ToolAnnotations {
  if (method === 'GET') return { readOnlyHint: true, openWorldHint: false };
  return {
    readOnlyHint: false,
    destructiveHint: tool.destructive ?? method === 'DELETE',
    idempotentHint: tool.idempotent ?? (method !== 'POST' && method !== 'PATCH'),
    openWorldHint: false,
  };
}
