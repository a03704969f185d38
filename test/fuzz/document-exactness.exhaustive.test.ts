import { policyOf } from '@contract-kit/http-spec';
import { mediaTypeSchemasOf } from '@contract-kit/http-spec/zod';
import { createOpenApiDocument, type JsonSchema, type Operation } from '@contract-kit/openapi';
import { isRecord } from '@contract-kit/openapi/schemas';
import { apiDescription, BulkItemSchema, contract } from '@product-content/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { probesOf, variantsOf } from './probes.ts';

/** A part of a request: what the document says of it, and the schema that the server reads it with. */
interface Part {
  readonly name: string;
  readonly documented: JsonSchema;
  readonly schema: z.ZodType;
  readonly examples: readonly unknown[];
}

/** Rules that JSON Schema has no words for, or that validators would compute in binary. */
const unsayable = ['Must have at most 4 decimals.', 'Is repeated.'];

/** What the document says and the schema leaves to the server, which knows the platform of a channel and resolves hosts. */
const saidOfTheServer = [
  /^channels\.(create|patch)\/(settings|credentials)/,
  /^webhooks\.(create|patch)\/url/,
  // Each item is read alone: see the part `item of products.bulk`.
  /^products\.bulk\/items/,
  // A field of a form that may also name what is true: `categories,options`.
  /^imports\.create createMissing/,
];

const document = await createOpenApiDocument(contract, apiDescription);
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(document, 'document');

const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
const routes = Object.values(contract).flatMap((resource) => Object.values(resource)) as readonly Route[];
interface Route {
  readonly method: string;
  readonly body?: unknown;
  readonly query?: z.ZodType;
  readonly pathParams?: z.ZodType;
}
const parts = routes.map((route) => {
  const { operationId } = policyOf(route as never);
  const operation = operations.find((each) => each.operationId === operationId) as Operation;
  return { route, operation, operationId };
});

const jsonBodies: Part[] = [
  ...parts.flatMap(({ route, operation, operationId }) => {
    const media = operation.requestBody?.content['application/json'];
    const schema = mediaTypeSchemasOf(route.body)?.['application/json'] ?? route.body;
    if (media?.schema === undefined || !(schema instanceof z.ZodType)) return [];
    const examples = Object.values(media.examples ?? {}).map(({ value }) => value);
    // PUT and PATCH of a product read the same.
    if (routes.some((other) => other.body === route.body && routes.indexOf(other) < routes.indexOf(route))) return [];
    return [{ name: operationId, documented: media.schema, schema, examples }];
  }),
  {
    name: 'item of products.bulk',
    documented: { $ref: '#/components/schemas/BulkItem' },
    schema: BulkItemSchema,
    examples: [],
  },
];

/** Parameters, and fields of forms but for files: what travels as text. */
const textParts: Part[] = parts.flatMap(({ route, operation, operationId }) => {
  const parameters = (operation.parameters ?? []).flatMap((parameter) =>
    '$ref' in parameter ? [] : [{ ...parameter, shape: parameter.in === 'path' ? route.pathParams : route.query }],
  );
  const form = operation.requestBody?.content['multipart/form-data']?.schema;
  const fields = Object.entries(propertiesOf(resolve(form ?? {}))).map(([name, schema]) => ({
    name,
    schema,
    shape: mediaTypeSchemasOf(route.body)?.['multipart/form-data'] ?? route.body,
  }));
  return [...parameters, ...fields].flatMap(({ name, schema: documented, shape }) => {
    const schema = shape instanceof z.ZodObject ? shape.shape[name] : undefined;
    const isText = documented !== undefined && resolve(documented).format !== 'binary';
    return isText && schema instanceof z.ZodType
      ? [{ name: `${operationId} ${name}`, documented, schema, examples: [] }]
      : [];
  });
});

describe('the OpenAPI document', () => {
  it('describes JSON bodies as their schemas parse them', () => {
    expect(jsonBodies.length).toBeGreaterThan(25);
    expect(jsonBodies.flatMap(findBodyDifferences)).toEqual([]);
  });

  it('describes parameters and fields of forms as their schemas parse them', () => {
    expect(textParts.length).toBeGreaterThan(150);
    expect(textParts.flatMap(findTextDifferences)).toEqual([]);
  });
});

function findBodyDifferences({ name, documented, schema, examples }: Part): string[] {
  const validate = compile(documented);
  const values = [
    ...examples.flatMap((example) => [example, ...(isRecord(example) ? variantsOf(example, documented, resolve) : [])]),
    ...probesOf(documented, resolve),
  ];
  return distinct(
    values.flatMap((value) => {
      const result = schema.safeParse(value);
      const fits = validate(value);
      if (fits && !result.success) return toRefusals(name, result.error, value);
      if (fits || !result.success || validate(toPlainSpelling(value))) return [];
      const [error] = validate.errors ?? [];
      const place = `${name}${error?.instancePath}`;
      return saidOfTheServer.some((known) => known.test(place)) ? [] : [`${place} is accepted, but ${error?.message}`];
    }),
  );
}

function findTextDifferences({ name, documented, schema }: Part): string[] {
  const validate = compile(documented);
  const probes = probesOf(documented, resolve).flatMap(toTexts);
  return distinct(
    probes.flatMap((text) => {
      const result = schema.safeParse(text);
      const fits = readingsOf(text, documented).some((value) => validate(value));
      if (fits && !result.success) return toRefusals(name, result.error, text);
      // A list without values is a parameter that was not sent.
      if (fits || !result.success || result.data === undefined) return [];
      const isForgiven = [...readingsOf(text, documented), Number(text)].some((value) =>
        validate(toPlainSpelling(value)),
      );
      if (isForgiven || saidOfTheServer.some((known) => known.test(name))) return [];
      return [`${name} accepts ${JSON.stringify(text)}, which the document refuses`];
    }),
  );
}

/** The rules that the schema has and the document has not, each with a value that breaks it. */
function toRefusals(name: string, { issues }: z.ZodError, value: unknown): string[] {
  return issues.slice(0, 1).flatMap(({ path, message }) => {
    const part = path.reduce(
      (inner: unknown, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key],
      value,
    );
    const place = [name, ...path].join('/');
    return unsayable.includes(message)
      ? []
      : [`${place} ${JSON.stringify(part)?.slice(0, 80)} fits the document: ${message}`];
  });
}

/** A value as the document asks for it. The server forgives white space, repetitions in lists and what URL parsers repair. */
function toPlainSpelling(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map(toPlainSpelling).filter((member) => member !== ''))];
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toPlainSpelling(member)]));
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return /^https?:\/\/./i.test(text) && URL.canParse(text) ? new URL(text).href : text;
}

/** What a text may stand for: itself, a number or boolean, the members of a list, an object written as JSON. */
function readingsOf(text: string, documented: JsonSchema): unknown[] {
  const json = fromJson(text);
  const { type } = resolve(documented);
  const list = type === 'array' ? [text.split(',')] : [];
  return [text, ...list, ...(json === undefined ? [] : [json])];
}

/** A value as the text of a parameter or a field; none for a list of lists. */
function toTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [JSON.stringify(value)];
  return value.some((member) => typeof member === 'object') ? [] : [value.join(',')];
}

/** Undefined for what no client writes: `1e3` or `007` for a number. */
function fromJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

function compile(documented: JsonSchema) {
  return ajv.compile(JSON.parse(JSON.stringify(documented).replaceAll('"#/', '"document#/')));
}

function resolve(schema: JsonSchema): JsonSchema {
  const { $ref, ...own } = schema;
  const name = String($ref).split('/').at(-1) ?? '';
  return $ref === undefined ? schema : { ...resolve(document.components.schemas[name] ?? {}), ...own };
}

function propertiesOf({ properties }: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return isRecord(properties) ? (properties as Record<string, JsonSchema>) : {};
}

const distinct = (problems: readonly string[]) => [...new Set(problems)].slice(0, 20);
