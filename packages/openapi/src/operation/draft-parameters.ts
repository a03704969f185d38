import type { z } from 'zod';
import { isRecord, type JsonSchema } from '../schemas/json-schema.ts';
import { isZodSchema } from '../schemas/schema-meta.ts';
import type { AppRoute } from '../ts-rest.ts';
import type { ParameterDraft } from './parameters.ts';

type Place = 'path' | 'header' | 'query';

/** The JSON Schema of a part of a route; callers may mutate it. */
export type ToParameterSchema = (schema: z.ZodType, place: Place) => JsonSchema;

/** The parameters of a route in its schemas: path, then header, then query. */
export function draftParameters(route: AppRoute, toSchema: ToParameterSchema): ParameterDraft[] {
  const named = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']): [string, ParameterDraft] => [
    name,
    { name, in: 'path', required: true, schema: { type: 'string' } },
  ]);
  const described = membersOf(route.pathParams, 'path', toSchema).map((draft) => [draft.name, draft] as const);
  return [
    ...new Map([...named, ...described]).values(),
    ...membersOf(route.headers, 'header', toSchema),
    ...membersOf(route.query, 'query', toSchema),
  ];
}

/** The members of a schema of an object, or of an object of schemas, as ts-rest has it for header fields. */
function membersOf(part: unknown, place: Place, toSchema: ToParameterSchema): ParameterDraft[] {
  if (isZodSchema(part)) {
    const { properties, required = [] } = toSchema(part, place);
    const names = new Set(required as string[]);
    return Object.entries(isRecord(properties) ? properties : {}).map(([name, schema]) =>
      toDraft(name, place, names.has(name), schema as JsonSchema),
    );
  }
  return Object.entries(isRecord(part) ? part : {}).flatMap(([name, schema]) =>
    isZodSchema(schema) ? [toDraft(name, place, !schema.safeParse(undefined).success, toSchema(schema, place))] : [],
  );
}

function toDraft(name: string, place: Place, required: boolean, whole: JsonSchema): ParameterDraft {
  const { description, ...schema } = whole;
  return {
    name,
    in: place,
    ...(typeof description === 'string' && { description }),
    ...(required && { required }),
    ...('properties' in schema && { style: 'deepObject' }),
    schema,
  };
}
