import { prefixedKeysOf } from '@contract-kit/http-spec/zod';
import type { z } from 'zod';
import { textList } from '../schemas/conversion.ts';
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

/** The members of an object schema, or of an object of schemas, which ts-rest uses for header fields. */
function membersOf(part: unknown, place: Place, toSchema: ToParameterSchema): ParameterDraft[] {
  if (isZodSchema(part)) {
    const { properties, patternProperties, required = [] } = toSchema(part, place);
    const names = new Set(required as string[]);
    return [
      ...Object.entries(isRecord(properties) ? properties : {}).map(([name, schema]) =>
        toDraft(name, place, names.has(name), schema as JsonSchema),
      ),
      ...(isRecord(patternProperties) ? [toOpenDraft(part, place, patternProperties)] : []),
    ];
  }
  return Object.entries(isRecord(part) ? part : {}).flatMap(([name, schema]) =>
    isZodSchema(schema) ? [toDraft(name, place, !schema.safeParse(undefined).success, toSchema(schema, place))] : [],
  );
}

/**
 * Parameters with a common prefix as one: each property of an exploded object is sent as a parameter (OpenAPI 3.1
 * §4.8.12.2). Lists within such an object have no notation; they are comma-separated texts.
 */
function toOpenDraft(part: z.ZodType, place: Place, patterns: JsonSchema): ParameterDraft {
  const values = Object.entries(patterns).map(([pattern, value]) => {
    const { [textList]: list, description, ...schema } = value as JsonSchema;
    const text = list === undefined ? schema : { type: 'string' };
    return [pattern, { ...text, ...(typeof description === 'string' && { description }) }];
  });
  const schema = { type: 'object', patternProperties: Object.fromEntries(values), additionalProperties: false };
  const [, value] = values[0] as [string, JsonSchema];
  return {
    name: (prefixedKeysOf(part)?.prefix ?? '').replace(/\W+$/, ''),
    in: place,
    ...(typeof value.description === 'string' && { description: value.description }),
    style: 'form',
    explode: true,
    schema,
  };
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
