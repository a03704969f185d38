import type { JsonSchema } from '@contract-kit/openapi';
import type { Snapshot } from '../src/index.ts';
import type { Sender } from '../src/schemas/schema-rules.ts';
import { contract, operation, type Plant, withOperation } from './plant.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const list = { type: 'array', items: text };
const record = { type: 'object', additionalProperties: text };
const circle = { type: 'object', properties: { kind: { const: 'circle' } }, required: ['kind'] };
const square = { type: 'object', properties: { kind: { const: 'square' } }, required: ['kind'] };
const closed = { type: 'object', properties: { a: text, b: text }, additionalProperties: false };
const open = { type: 'object', properties: { a: text, b: text } };

type SchemaPlant = readonly [name: string, before: JsonSchema, after: JsonSchema];

/** Found in requests, responses and events alike. */
const everywhere: readonly SchemaPlant[] = [
  ['type-narrowed', { type: ['string', 'boolean'] }, text],
  ['type-narrowed', number, { type: 'integer' }],
  ['type-narrowed', {}, text],
  ['type-narrowed', { type: 'array' }, list],
  ['type-changed', text, number],
  ['type-changed', { ...record }, { ...record, additionalProperties: number }],
  ['null-refused', { type: ['string', 'null'] }, text],
  ['null-refused', { anyOf: [circle, { type: 'null' }] }, circle],
  ['enum-value-removed', { type: 'string', enum: ['a', 'b'] }, { type: 'string', enum: ['a'] }],
  ['enum-value-removed', { enum: ['a', 'b'] }, { const: 'a' }],
  [
    'enum-value-removed',
    { anyOf: [{ enum: ['a', 'b'] }, { type: 'integer' }] },
    { anyOf: [{ enum: ['a'] }, { type: 'integer' }] },
  ],
  ['enum-set', text, { type: 'string', enum: ['a'] }],
  ['variant-removed', { oneOf: [circle, square] }, circle],
  ['variant-removed', { anyOf: [text, number] }, { anyOf: [text] }],
  ['minimum-raised', { type: 'number', minimum: 1 }, { type: 'number', minimum: 2 }],
  ['minimum-raised', { type: 'number', minimum: 1 }, { type: 'number', exclusiveMinimum: 1 }],
  ['minimum-raised', number, { type: 'number', minimum: 2 }],
  ['maximum-lowered', { type: 'number', maximum: 9 }, { type: 'number', maximum: 8 }],
  ['maximum-lowered', { type: 'number', maximum: 9 }, { type: 'number', exclusiveMaximum: 9 }],
  ['min-length-raised', text, { type: 'string', minLength: 1 }],
  ['max-length-lowered', { type: 'string', maxLength: 9 }, { type: 'string', maxLength: 8 }],
  ['min-items-raised', list, { ...list, minItems: 1 }],
  ['max-items-lowered', list, { ...list, maxItems: 5 }],
  ['min-properties-raised', record, { ...record, minProperties: 1 }],
  ['max-properties-lowered', record, { ...record, maxProperties: 9 }],
  ['multiple-of-set', number, { type: 'number', multipleOf: 2 }],
  ['multiple-of-changed', { type: 'number', multipleOf: 2 }, { type: 'number', multipleOf: 3 }],
  ['pattern-set', text, { type: 'string', pattern: '^a' }],
  ['pattern-changed', { type: 'string', pattern: '^a' }, { type: 'string', pattern: '^b' }],
  ['format-set', text, { type: 'string', format: 'date' }],
  ['format-changed', { type: 'string', format: 'date' }, { type: 'string', format: 'date-time' }],
  ['unique-items-set', list, { ...list, uniqueItems: true }],
  ['encoding-changed', text, { type: 'string', contentEncoding: 'base64' }],
  ['object-closed', open, closed],
  ['condition-added', open, { ...open, allOf: [{ required: ['a'] }] }],
  ['schema-changed', { ...open, not: { required: ['a'] } }, { ...open, not: { required: ['b'] } }],
  [
    'field-deprecated',
    { type: 'object', properties: { a: text } },
    { type: 'object', properties: { a: { ...text, deprecated: true } } },
  ],
  [
    'max-length-lowered',
    { ...open, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    {
      ...open,
      properties: { a: text, b: { ...text, maxLength: 5 } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    },
  ],
  // Where the place is not a field of the schema itself.
  ['pattern-set', { type: 'array', prefixItems: [text] }, { type: 'array', prefixItems: [{ ...text, pattern: '^a' }] }],
  ['max-length-lowered', { ...record, propertyNames: text }, { ...record, propertyNames: { ...text, maxLength: 3 } }],
  [
    'pattern-set',
    { type: 'object', patternProperties: { '^x': text } },
    { type: 'object', patternProperties: { '^x': { ...text, pattern: 'a' } } },
  ],
  ['max-length-lowered', { oneOf: [circle, square, text] }, { oneOf: [circle, square, { ...text, maxLength: 3 }] }],
];

const requests: readonly SchemaPlant[] = [
  ['property-required', closed, { ...closed, required: ['a'] }],
  ['property-removed', closed, { ...closed, properties: { a: text } }],
  ['property-removed', { ...closed, patternProperties: { '^x': text } }, closed],
  ['property-removed', closed, { ...closed, properties: { a: text, b: { not: {} } } }],
  ['required-property-removed', { ...closed, required: ['b'] }, { ...closed, properties: { a: text } }],
  ['property-ignored', open, { ...open, properties: { a: text } }],
  ['required-property-ignored', { ...open, required: ['b'] }, { ...open, properties: { a: text } }],
  ['default-changed', { ...text, default: 'a' }, { ...text, default: 'b' }],
];

const responses: readonly SchemaPlant[] = [
  ['property-optional', { ...open, required: ['a'] }, open],
  ['property-removed', { ...open, required: ['a', 'b'] }, { ...open, properties: { a: text }, required: ['a'] }],
  ['optional-property-removed', open, { ...open, properties: { a: text } }],
];

/** Puts a schema where the sender sends it. */
const places: Readonly<Record<Sender, (schema: JsonSchema) => Snapshot>> = {
  request: (schema) => withOperation({ body: { required: true, content: { 'application/json': schema } } }),
  response: (schema) => withOperation({ responses: { 200: { content: { 'application/json': schema } } } }),
  event: (schema) => ({ ...contract, events: { 'todo.created': { content: { 'application/json': schema } } } }),
};

function plantsOf(sender: Sender, plants: readonly SchemaPlant[]): Plant[] {
  const place = places[sender];
  return plants.map(([name, before, after]) => ({
    rule: `${sender}.${name}`,
    before: place(before),
    after: place(after),
  }));
}

const listParameter = (name: string, schema: JsonSchema) =>
  withOperation({ parameters: [...(operation.parameters ?? []), { name, in: 'query', schema }] });

export const schemaPlants: readonly Plant[] = [
  ...plantsOf('request', [...everywhere, ...requests]),
  ...plantsOf('response', [...everywhere, ...responses]),
  ...plantsOf('event', [...everywhere, ...responses]),
  {
    rule: 'request.page-size-changed',
    before: listParameter('limit', { type: 'integer', default: 50 }),
    after: listParameter('limit', { type: 'integer', default: 20 }),
  },
  {
    rule: 'request.order-changed',
    before: listParameter('sort', { type: 'string', default: 'name' }),
    after: listParameter('sort', { type: 'string', default: 'age' }),
  },
];
