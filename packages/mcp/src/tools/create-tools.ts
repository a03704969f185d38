import { policyOf, type RoutePolicy, type ToolPolicy } from '@contract-kit/http-spec';
import { fileTypesOf } from '@contract-kit/http-spec/zod';
import { isZodSchema, type JsonSchema } from '@contract-kit/openapi/schemas';
import { type AppRoute, type AppRouter, isAppRoute } from '@ts-rest/core';
import { parseFields } from '../results/select-fields.ts';
import { toOperationCall } from './to-operation-call.ts';
import type { Tool, ToolAnnotations } from './tool.ts';
import { argumentsOf, restrict } from './tool-arguments.ts';
import { type Argument, Definitions, relax } from './tool-schemas.ts';

/**
 * The tools a contract's routes say they are (`operation({ tools: [...] })`), in its order.
 *
 * @throws TypeError for a name that is used twice or is none, and for arguments an operation does not have.
 */
export function createTools(contract: AppRouter): readonly Tool[] {
  const tools = routesOf(contract).flatMap((route) => {
    const policy = policyOf(route);
    return (policy.tools ?? []).map((tool) => createTool(route, policy, tool));
  });
  const names = new Set<string>();
  for (const { name } of tools) {
    if (!/^[\w-]{1,64}$/.test(name)) throw new TypeError(`"${name}" is no name of a tool: letters, digits, _ and -.`);
    if (names.has(name)) throw new TypeError(`There are two tools "${name}".`);
    names.add(name);
  }
  return tools;
}

function routesOf(contract: AppRouter): AppRoute[] {
  return Object.values(contract).flatMap((entry) => (isAppRoute(entry) ? [entry] : routesOf(entry)));
}

function createTool(route: AppRoute, policy: RoutePolicy, tool: ToolPolicy): Tool {
  const answer = answerOf(route);
  const selectable = answer !== null;
  const definitions = new Definitions();
  const known = argumentsOf(route, definitions, { where: `tool ${tool.name}`, selectable });
  const args = restrict(known, tool);
  const template = {
    operationId: policy.operationId,
    tool,
    known,
    allowed: new Set(args.keys()),
    takesBody: 'body' in route && isZodSchema(route.body),
  };
  const title = tool.title ?? route.summary ?? tool.name;
  return {
    name: tool.name,
    title,
    description: tool.description ?? [route.summary, route.description].filter(Boolean).join('. '),
    inputSchema: definitions.complete(toObjectSchema(args)),
    outputSchema: answer ?? withStatus({}),
    annotations: annotationsOf(route, tool, title),
    policy,
    fieldsOf: ({ fields = tool.defaults?.fields }) => (selectable ? parseFields(fields) : null),
    toCall: (given) => toOperationCall(template, given),
  };
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

/** The schema of what the tool answers, where the operation answers JSON. */
function answerOf(route: AppRoute): JsonSchema | null {
  const definitions = new Definitions();
  const bodies = Object.entries(route.responses)
    .filter(([status, schema]) => Number(status) < 300 && isZodSchema(schema) && fileTypesOf(schema) === undefined)
    .map(([, schema]) => definitions.convert(schema as never, { direction: 'output', text: false, where: route.path }));
  const [body] = bodies;
  if (body === undefined) return null;
  const shape = bodies.length === 1 ? (body.properties as JsonSchema) : { data: { anyOf: bodies.map(dataOf) } };
  return relax(definitions.complete(withStatus(shape))) as JsonSchema;
}

function dataOf(body: JsonSchema): unknown {
  return (body.properties as JsonSchema | undefined)?.data ?? {};
}

function withStatus(properties: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: {
      status: { type: 'integer', description: 'As HTTP would answer: 200, 201 created, 202 accepted, 204 done.' },
      etag: { type: 'string', description: 'The tag of this version, to give as ifMatch.' },
      ...properties,
    },
  };
}

function annotationsOf({ method }: AppRoute, tool: ToolPolicy, title: string): ToolAnnotations {
  const readOnlyHint = method === 'GET';
  return {
    title,
    readOnlyHint,
    destructiveHint: tool.destructive ?? method === 'DELETE',
    idempotentHint: tool.idempotent ?? (method !== 'POST' && method !== 'PATCH'),
    openWorldHint: false,
  };
}
