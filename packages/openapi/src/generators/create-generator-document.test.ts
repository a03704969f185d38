import { alsoAccepted, dataOf, filePart, formField, operation } from '@contract-kit/http-spec/zod';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { todoContract, todoOptions } from '../../test-support/todo-contract.ts';
import { createOpenApiDocument } from '../create-open-api-document.ts';
import { createGeneratorDocument } from './create-generator-document.ts';

const plain = await createOpenApiDocument(todoContract, todoOptions);
const document = createGeneratorDocument(plain);

/** The document for generators of one operation that takes and responds with a schema. */
async function describeBody(schema: z.ZodType, response: z.ZodType = z.object({ ok: z.boolean() }), limits = {}) {
  const responses = { 200: dataOf(response) };
  const write = operation({ id: 'a.b', method: 'POST', path: '/a', summary: 'A', body: schema, responses, ...limits });
  const whole = await createOpenApiDocument({ write }, { info: { title: 'A', version: '1' } });
  return createGeneratorDocument(whole).components.schemas;
}

describe('the document for generators', () => {
  it('is valid OpenAPI 3.0', async () => {
    const { valid, errors } = await new Validator().validate(
      structuredClone(document) as object as Record<string, unknown>,
    );
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(document.openapi).toBe('3.0.3');
  });

  it('has every operation of the plain one', () => {
    const idsOf = ({ paths }: Pick<typeof plain, 'paths'>) =>
      Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
    expect(idsOf(document)).toEqual(idsOf(plain));
  });

  it('contains no schema that OpenAPI 3.0 cannot express', () => {
    const text = JSON.stringify(document.components.schemas);
    expect(text).not.toMatch(/"(const|default|examples|propertyNames|contentMediaType|x-also-accepted)":/);
    expect(text).not.toContain('"type":["');
    expect(text).not.toContain('"additionalProperties":false');
  });

  it('expresses null by a keyword', () => {
    expect(document.components.schemas.Todo).toMatchObject({
      properties: { dueAt: { type: 'string', format: 'date-time', nullable: true } },
    });
  });

  it('shows one media type of each request, the first unless another is chosen', () => {
    const typesOf = ({ paths }: Pick<typeof plain, 'paths'>, path: string) =>
      Object.keys(paths[path]?.post?.requestBody?.content ?? {});
    expect(typesOf(plain, '/files')).toHaveLength(2);
    expect(typesOf(document, '/files')).toEqual(['application/json']);
    const multipart = createGeneratorDocument(plain, { requestMediaTypes: { 'files.create': 'multipart/form-data' } });
    expect(typesOf(multipart, '/files')).toEqual(['multipart/form-data']);
    expect(Object.keys(plain.components.schemas)).not.toEqual(Object.keys(multipart.components.schemas));
  });

  it.each([
    ['files.get', 'files.get does not take text/csv'],
    ['files.burn', 'there is no operation files.burn'],
  ])('throws for a media type that %s does not have', (id, message) => {
    expect(() => createGeneratorDocument(plain, { requestMediaTypes: { [id]: 'text/csv' } })).toThrow(message);
  });

  it('shows a file of several types as bytes', () => {
    const whole = document.paths['/files/{id}']?.get?.responses[200];
    expect(whole).toHaveProperty('content', {
      'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
    });
  });

  it('names scopes only for schemes that have them', () => {
    expect(document.paths['/todos']?.post?.security).toEqual([{ bearerAuth: [] }, { apiKeyHeader: [] }]);
  });
});

describe('a union in a request', () => {
  it('keeps only the preferred spelling, and the list if it also accepts one value', async () => {
    const Filter = z.strictObject({
      delimiter: z.union([z.enum(['comma', 'tab']), alsoAccepted(z.enum([',', '\t']))]),
      label: z.union([z.string(), z.array(z.string())]).describe('Labels.'),
      since: z.union([z.iso.datetime(), z.iso.date()]),
    });
    const { Filter: filter } = await describeBody(Filter.meta({ id: 'Filter' }));
    expect(filter?.properties).toMatchObject({
      delimiter: { $ref: '#/components/schemas/FilterDelimiter' },
      label: { description: 'Labels.', type: 'array', items: { type: 'string' } },
      since: { type: 'string', format: 'date-time' },
    });
  });

  it('keeps a list that is one of several kinds of values', async () => {
    const Value = z.strictObject({ value: z.union([z.string(), z.int(), z.array(z.string())]) }).meta({ id: 'Value' });
    const { Value: value } = await describeBody(Value);
    expect(value?.properties).toMatchObject({ value: { anyOf: [{}, {}, {}] } });
  });

  it('stays whole if responses have it too', async () => {
    const Label = z.object({ label: z.union([z.string(), z.array(z.string())]) }).meta({ id: 'Label' });
    const { Label: label } = await describeBody(z.strictObject({ label: Label }), Label);
    expect(label?.properties).toMatchObject({ label: { anyOf: [{ type: 'string' }, { type: 'array' }] } });
  });

  it('of a named schema and null says so beside the reference', async () => {
    const Owner = z.strictObject({ name: z.string() }).meta({ id: 'Owner' });
    const { Shelf } = await describeBody(z.strictObject({ owner: Owner.nullable() }).meta({ id: 'Shelf' }));
    expect(Shelf?.properties).toEqual({ owner: { nullable: true, allOf: [{ $ref: '#/components/schemas/Owner' }] } });
  });
});

describe('a rule that generators misread', () => {
  it('is left out: unique lists become plain ones, and instants lose their pattern', async () => {
    const Filter = z.strictObject({
      tags: z.array(z.string()).meta({ uniqueItems: true }),
      since: z.iso.datetime(),
    });
    const { Filter: filter } = await describeBody(Filter.meta({ id: 'Filter' }));
    expect(filter?.properties).toEqual({
      tags: { type: 'array', items: { type: 'string' } },
      since: { type: 'string', format: 'date-time' },
    });
  });
});

describe('a default', () => {
  it('is described in words, because generated clients would send it', async () => {
    const Sorting = z.strictObject({ order: z.enum(['up', 'down']).default('up').describe('Order.') });
    const { Sorting: sorting } = await describeBody(Sorting.meta({ id: 'Sorting' }));
    expect(sorting?.properties).toEqual({
      order: { description: 'Order. Default: `up`.', allOf: [{ $ref: '#/components/schemas/SortingOrder' }] },
    });
  });
});

describe('a form', () => {
  it('has its fields without references, and objects as text', async () => {
    const Size = z.enum(['small', 'large']).meta({ id: 'Size' });
    const Options = z.strictObject({ deep: z.boolean() }).meta({ id: 'Options' });
    const form = z.strictObject({
      file: filePart(),
      size: Size.optional(),
      options: Options.describe('How.').optional(),
      separator: formField(z.union([z.enum(['point', 'comma']), alsoAccepted(z.enum(['.', ',']))])),
    });
    const { Form } = await describeBody(form.meta({ id: 'Form' }), z.object({}), { fileLimit: 1000 });
    expect(Form?.properties).toEqual({
      file: { type: 'string', format: 'binary' },
      size: { type: 'string', enum: ['small', 'large'] },
      options: { type: 'string', description: 'How.' },
      separator: { type: 'string', enum: ['point', 'comma'] },
    });
  });
});

describe('a union of kinds of text', () => {
  it('is text', async () => {
    const Place = z.object({ after: z.union([z.literal('latest'), z.string().regex(/^evt_/)]).describe('Where.') });
    const { Place: place } = await describeBody(z.strictObject({}), Place.meta({ id: 'Place' }));
    expect(place?.properties).toEqual({ after: { type: 'string', description: 'Where.' } });
  });
});

describe('an alternative in a union', () => {
  it('is a reference alone, or text without the format of a date', async () => {
    const Day = z.object({ day: z.int() }).meta({ id: 'Day' });
    const Bound = z.object({
      from: z.union([z.number(), z.iso.date()]),
      on: z.union([Day.describe('A day.'), z.string()]),
    });
    const { Bound: bound } = await describeBody(z.strictObject({}), Bound.meta({ id: 'Bound' }));
    expect(bound?.properties).toEqual({
      from: { anyOf: [{ type: 'number', format: 'double' }, { type: 'string' }] },
      on: { anyOf: [{ $ref: '#/components/schemas/Day' }, { type: 'string' }] },
    });
  });
});
