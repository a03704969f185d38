import type { JsonSchema } from '@contract-kit/openapi';
import { isRecord } from '@contract-kit/openapi/schemas';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withOperation } from '../test-support/plant.ts';
import { diffContracts } from './diff-contracts.ts';

const few = fc.nat(3);
const scalar = fc.constantFrom<unknown>('a', 'b', 1, 2, null, true);
const names = ['a', 'b', 'c'];

/** A schema with a type and some of the keywords. */
const some = (type: fc.Arbitrary<unknown>, keywords: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc.record<Record<string, unknown>>({ type, ...keywords }, { requiredKeys: ['type'] });

const { schema: schemas } = fc.letrec<{ schema: JsonSchema }>((tie) => {
  const part = tie('schema');
  return {
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      some(fc.constantFrom('string', ['string', 'null']), {
        minLength: few,
        maxLength: few,
        pattern: fc.constantFrom('^a', 'b'),
      }),
      some(fc.constantFrom('integer', 'number', ['integer', 'string']), {
        ...{ minimum: few, maximum: few, exclusiveMinimum: few, exclusiveMaximum: few },
        multipleOf: fc.constantFrom(1, 2, 0.5),
      }),
      fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }) }),
      fc.record({ const: scalar }),
      fc.constantFrom(
        {},
        { type: 'boolean' },
        { type: 'null' },
        { $ref: '#/schemas/Node' },
        { $ref: '#/schemas/Pair' },
      ),
      some(fc.constantFrom('array', ['array', 'null']), {
        ...{ items: part, minItems: few, maxItems: few, uniqueItems: fc.boolean() },
      }),
      // The validator overlooks repeated items beside prefixItems.
      some(fc.constant('array'), { items: part, prefixItems: fc.array(part, { minLength: 1, maxLength: 2 }) }),
      some(fc.constantFrom('object', ['object', 'null']), {
        properties: fc.record({ a: part, b: part, c: part }, { requiredKeys: [] }),
        required: fc.subarray(names),
        additionalProperties: fc.oneof(fc.boolean(), part),
        ...{ minProperties: few, maxProperties: few },
        patternProperties: fc.record({ '^b': part }),
        propertyNames: fc.constantFrom({ maxLength: 1 }, { pattern: '^a' }),
      }),
      some(fc.constant('object'), {
        required: fc.subarray(['c']),
        anyOf: fc.subarray([{ required: ['a'] }, { required: ['b'] }, { properties: { a: { type: 'string' } } }], {
          minLength: 2,
        }),
      }),
      fc.record({ anyOf: fc.array(part, { minLength: 1, maxLength: 3 }) }),
      fc.record({ allOf: fc.array(part, { minLength: 1, maxLength: 2 }) }),
    ) as fc.Arbitrary<JsonSchema>,
  };
});

const named: Readonly<Record<string, JsonSchema>> = {
  Node: {
    type: 'object',
    properties: { a: { anyOf: [{ $ref: '#/schemas/Node' }, { type: 'null' }] } },
    additionalProperties: false,
  },
  Pair: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } }, required: ['a'] },
};

/** A change of one schema: `pick` chooses a keyword, an item or a direction. */
type Edit = (schema: JsonSchema, pick: number, other: JsonSchema) => JsonSchema;

const edits: readonly Edit[] = [
  (_, __, other) => other,
  (schema, _, other) => ({ anyOf: [schema, other] }),
  (schema, pick) => {
    const { type: _, ...keywords } = schema;
    const omitted = Object.keys(keywords)[pick % Object.keys(keywords).length];
    return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== omitted));
  },
  (schema, pick) =>
    mapValues(schema, (value) => (typeof value === 'number' ? Math.max(value + (pick % 2 === 0 ? 1 : -1), 1) : value)),
  (schema, pick) =>
    mapValues(schema, (value) =>
      Array.isArray(value) && value.length > 1 ? value.toSpliced(pick % value.length, 1) : value,
    ),
];

function mapValues(record: Readonly<Record<string, unknown>>, map: (value: unknown) => unknown): JsonSchema {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

/** A schema and those within it. */
function schemasIn(schema: JsonSchema): JsonSchema[] {
  const { properties, patternProperties, items, additionalProperties, propertyNames } = schema;
  const maps = [properties, patternProperties].flatMap((map) => (isRecord(map) ? Object.values(map) : []));
  const lists = [schema.anyOf, schema.allOf, schema.prefixItems].flatMap((list) => list ?? []);
  const inner = [...maps, ...lists, items, additionalProperties, propertyNames].filter(isRecord);
  return [schema, ...inner.flatMap((each) => schemasIn(each as JsonSchema))];
}

function replace(node: unknown, target: JsonSchema, by: JsonSchema): unknown {
  if (node === target) return by;
  if (Array.isArray(node)) return node.map((item) => replace(item, target, by));
  return isRecord(node) ? mapValues(node, (value) => replace(value, target, by)) : node;
}

/** A schema, and the same with an edit somewhere. */
const changes = fc
  .tuple(schemas, schemas, fc.constantFrom(...edits), fc.nat(), fc.nat())
  .map(([before, other, edit, place, pick]) => {
    const all = schemasIn(before);
    const target = all[place % all.length] as JsonSchema;
    return { before, after: replace(before, target, edit(target, pick, other)) as JsonSchema };
  });

/** Requests that become narrower, and responses that become wider in reverse. */
const narrowed: readonly { readonly before: JsonSchema; readonly after: JsonSchema }[] = [
  {
    before: { type: 'integer', minimum: 2, exclusiveMinimum: 1 },
    after: { type: 'integer', minimum: 3, exclusiveMinimum: 0 },
  },
  { before: { type: 'object' }, after: { type: 'object', required: ['a'] } },
  { before: { enum: [2, 'a'] }, after: { anyOf: [{ type: 'integer', exclusiveMaximum: 0 }, { type: 'string' }] } },
  { before: { enum: [1, 'a'] }, after: { anyOf: [{ type: 'integer', multipleOf: 2 }, { type: 'string' }] } },
  { before: { enum: ['b', null] }, after: { anyOf: [{ const: 'a' }, { allOf: [{ type: 'string', maxLength: 1 }] }] } },
  {
    before: { enum: ['a'] },
    after: { anyOf: [{ const: 1 }, { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] }] },
  },
];

const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<unknown>(null, true, -1, 0, 0.5, 1, 1.5, 2, 3, 4, '', 'a', 'b', 'ab', 'ba', 'abc', 'abcd'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...names, 'bb', 'x'), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const samples = fc.sample(values, { numRuns: 600, seed: 1 });

/** References by the names that the validator knows. */
const referring = (schema: JsonSchema) =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/schemas/', 'schema:')) as JsonSchema;
const schemasOfAjv = Object.entries(named).map(([name, schema]) => ({ ...referring(schema), $id: `schema:${name}` }));

/** Fields that the receiver ignores, or has ignored until now. */
const addsFields = /^(response\.(optional-)?property-added|request\.property-read)$/;

type Operation = Parameters<typeof withOperation>[0];

it.each([
  [
    'request',
    (schema: JsonSchema): Operation => ({ body: { required: true, content: { 'application/json': schema } } }),
  ],
  [
    'response',
    (schema: JsonSchema): Operation => ({ responses: { 200: { content: { 'application/json': schema } } } }),
  ],
] as const)('changes of a %s that are safe give no receiver a body that it refuses', (sender, operationWith) => {
  const ajv = new Ajv2020({ strict: false, schemas: schemasOfAjv });
  const contractWith = (schema: JsonSchema) => ({ ...withOperation(operationWith(schema)), schemas: named });
  const isRequest = sender === 'request';
  const reversed = ({ before, after }: (typeof narrowed)[number]) => ({ before: after, after: before });
  let safe = 0;
  fc.assert(
    fc.property(changes, ({ before, after }) => {
      const findings = diffContracts(contractWith(before), contractWith(after));
      if (findings.some(({ id, level }) => level !== 'safe' || addsFields.test(id))) return;
      safe += 1;
      const [old, current] = [ajv.compile(referring(before)), ajv.compile(referring(after))];
      const [sent, received] = isRequest ? [old, current] : [current, old];
      expect(samples.filter((value) => sent(value) && !received(value))).toEqual([]);
    }),
    { numRuns: 300, seed: 2, examples: narrowed.map((each) => [isRequest ? each : reversed(each)]) },
  );
  expect(safe).toBeGreaterThan(20);
});
