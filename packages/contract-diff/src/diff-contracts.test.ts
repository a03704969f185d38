import type { Deprecation } from '@contract-kit/http-spec';
import { dataOf, defineOperations, pageQuery, queryList } from '@contract-kit/http-spec/zod';
import { createOpenApiDocument, type JsonSchema } from '@contract-kit/openapi';
import { initContract } from '@ts-rest/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract, operation, withOperation, withOperations } from '../test-support/plant.ts';
import { diffContracts } from './diff-contracts.ts';
import { createSnapshot } from './snapshot/create-snapshot.ts';
import { readSnapshot } from './snapshot/read-snapshot.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

const idsOf = (before: Snapshot, after: Snapshot) => diffContracts(before, after).map(({ id }) => id);

/** Schemas as contracts have them; `depth` bounds how far they nest. */
const { schema: schemas } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record(
      { type: fc.constant('string'), maxLength: fc.nat(9), pattern: fc.constantFrom('^a', '\\S') },
      { requiredKeys: ['type'] },
    ),
    fc.record({ type: fc.constantFrom('integer', 'number'), minimum: fc.nat(9) }, { requiredKeys: ['type'] }),
    fc.record({ enum: fc.uniqueArray(fc.constantFrom('a', 'b', 1, null), { minLength: 1 }) }),
    fc.constantFrom({}, { type: ['string', 'null'] }, { $ref: '#/schemas/Node' }, { $ref: '#/schemas/Loop' }),
    fc.record(
      { type: fc.constant('array'), items: tie('schema'), maxItems: fc.nat(9) },
      { requiredKeys: ['type', 'items'] },
    ),
    fc.record({ a: tie('schema'), b: tie('schema'), c: tie('schema') }, { requiredKeys: [] }).chain((properties) =>
      fc.record({
        type: fc.constant('object'),
        properties: fc.constant(properties),
        required: fc.subarray(Object.keys(properties)),
        additionalProperties: fc.constantFrom(false, true, { type: 'string' }),
      }),
    ),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 4 }) }),
  ) as fc.Arbitrary<JsonSchema>,
}));

const named = {
  Node: { type: 'object', properties: { next: { anyOf: [{ $ref: '#/schemas/Node' }, { type: 'null' }] } } },
  Loop: { anyOf: [{ $ref: '#/schemas/Loop' }, { type: 'string' }], allOf: [{ $ref: '#/schemas/Loop' }] },
};

const contracts = fc.record({ body: schemas, response: schemas, parameter: schemas, event: schemas }).map((parts) => ({
  ...withOperation({
    parameters: [...(operation.parameters ?? []), { name: 'q', in: 'query', schema: parts.parameter }],
    body: { content: { 'application/json': parts.body } },
    responses: { 200: { content: { 'application/json': parts.response } }, 204: {} },
  }),
  events: { changed: { content: { 'application/json': parts.event } } },
  schemas: named,
}));

const orderless = new Set(['required', 'enum', 'anyOf', 'parameters', 'scopes', 'errors', 'type']);

/** The same contract with members, and lists whose order means nothing, in an order that follows from the seed. */
function shuffle<Value>(value: Value, seed: number): Value {
  const weight = (text: string) =>
    [...`${seed}${text}`].reduce((hash, each) => (hash * 31 + each.charCodeAt(0)) % 9973, 7);
  const visit = (node: unknown, key: string): unknown => {
    if (Array.isArray(node)) {
      const items = node.map((item) => visit(item, ''));
      const ordered = (a: unknown, b: unknown) => weight(JSON.stringify(a)) - weight(JSON.stringify(b));
      return orderless.has(key) ? items.sort(ordered) : items;
    }
    if (typeof node !== 'object' || node === null) return node;
    const entries = Object.entries(node).sort(([a], [b]) => weight(a) - weight(b));
    return Object.fromEntries(entries.map(([name, member]) => [name, visit(member, name)]));
  };
  return visit(value, '') as Value;
}

describe('contracts that are the same', () => {
  it('have no findings, in any order', () => {
    fc.assert(
      fc.property(contracts, fc.nat(), (one, seed) => {
        expect(diffContracts(one, shuffle(one, seed))).toEqual([]);
      }),
    );
  });
});

describe('contracts that differ', () => {
  it('are compared completely, with mirrored findings when they are swapped', () => {
    const mirrored = (before: Snapshot, after: Snapshot) =>
      diffContracts(before, after).map(({ path, fingerprint: _, ...rest }) => `${rest.operation} ${path}`);
    fc.assert(
      fc.property(contracts, contracts, (one, other) => {
        expect(mirrored(one, other).length > 0).toBe(mirrored(other, one).length > 0);
      }),
    );
  });

  it('have the same findings in the same order, in whatever order they are written', () => {
    fc.assert(
      fc.property(contracts, contracts, fc.nat(), (one, other, seed) => {
        const fingerprints = (from: Snapshot, to: Snapshot) =>
          diffContracts(from, to).map(({ id, path }) => `${id} ${path}`);
        expect(fingerprints(shuffle(one, seed), shuffle(other, seed + 1))).toEqual(fingerprints(one, other));
      }),
    );
  });

  it('have one finding for a change of a named schema, which names every operation that refers to it', () => {
    const reading = {
      ...operation,
      method: 'GET',
      responses: { 200: { content: { 'application/json': { $ref: '#/schemas/Todo' } } } },
    };
    const at = (maxLength: number): Snapshot => ({
      ...withOperations({ 'todos.get': reading, 'todos.list': { ...reading, path: '/todos' } }),
      schemas: {
        Todo: { type: 'object', properties: { author: { $ref: '#/schemas/Author' } } },
        Author: { type: 'object', properties: { name: { type: 'string', maxLength } } },
      },
    });
    expect(diffContracts(at(10), at(20))).toEqual([
      {
        id: 'response.max-length-raised',
        level: 'breaking',
        operation: 'todos.get',
        operations: ['todos.get', 'todos.list'],
        path: 'Author.name',
        message: 'The maximum length is higher: 10 → 20.',
        before: 10,
        after: 20,
        fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/),
      },
    ]);
  });

  it('have fingerprints that stay when other parts change, and disappear with the change itself', () => {
    const limited = (limit: number, other: Partial<Snapshot>) => ({
      ...contract,
      ...other,
      rateLimits: { standard: { name: 'standard', limit, windowMs: 60_000 } },
    });
    const [fingerprint] = diffContracts(contract, limited(500, {})).map((each) => each.fingerprint);
    const fingerprints = (limit: number) =>
      diffContracts(contract, limited(limit, { events: {} })).map((each) => each.fingerprint);
    expect(fingerprints(500)).toContain(fingerprint);
    expect(fingerprints(400)).not.toContain(fingerprint);
  });

  it('are not compared by policies that one side cannot express', () => {
    const { policy: _, ...plain } = operation;
    expect(idsOf(withOperations({ 'todos.change': plain }), contract)).toEqual([]);
  });
});

const c = initContract();
const TodoSchema = z.object({ id: z.string(), title: z.string() });

describe('contracts in TypeScript', () => {
  it('are compared without operation()', async () => {
    const notes = (title: z.ZodString) =>
      c.router({
        notes: {
          create: {
            method: 'POST',
            path: '/notes',
            body: z.strictObject({ title }),
            responses: { 201: TodoSchema, 409: z.string() },
          },
          read: { method: 'GET', path: '/notes/:id', responses: { 200: TodoSchema } },
        },
      });
    const [before, after] = await Promise.all(
      [z.string(), z.string().max(9)].map((title) => createSnapshot(notes(title))),
    );
    expect(before?.operations['notes.create']).toEqual({
      method: 'POST',
      path: '/notes',
      body: expect.anything(),
      responses: { 201: expect.anything(), 409: expect.anything() },
    });
    expect(idsOf(before as Snapshot, after as Snapshot)).toEqual(['request.max-length-lowered']);
  });

  it('are compared by their policies', async () => {
    const todos = (limit: number, changes: { readonly idempotency?: 'accepted'; readonly max?: number }) => {
      const { operation: define } = defineOperations({ limits: { standard: { limit, windowMs: 60_000 } } });
      return {
        list: define({
          id: 'todos.list',
          method: 'GET',
          path: '/todos',
          summary: 'List to-dos',
          query: z.strictObject({ ...pageQuery({ maxLimit: changes.max ?? 250 }), tag: queryList() }),
          responses: { 200: dataOf(TodoSchema) },
        }),
        create: define({
          id: 'todos.create',
          method: 'POST',
          path: '/todos',
          summary: 'Create a to-do',
          ...(changes.idempotency && { idempotency: changes.idempotency }),
          body: z.strictObject({ title: z.string() }),
          responses: { 201: dataOf(TodoSchema) },
        }),
      };
    };
    const before = await createSnapshot(todos(600, { idempotency: 'accepted' }));
    const after = await createSnapshot(todos(300, { max: 100 }));
    expect(idsOf(before, after)).toEqual(['rate-limit.lowered', 'idempotency.lost', 'request.maximum-lowered']);
    expect(JSON.parse(JSON.stringify(before))).toEqual(before);
    const document = await createOpenApiDocument(todos(600, { idempotency: 'accepted' }), {
      info: { title: '', version: '' },
    });
    expect(idsOf(readSnapshot(document), before)).toEqual([]);
  });

  it('are compared by the sunset of their operations', async () => {
    const listed = (deprecated?: Deprecation) => {
      const { operation: define } = defineOperations({});
      const input = { id: 'todos.list', method: 'GET', path: '/todos', summary: 'List to-dos' } as const;
      return { list: define({ ...input, ...(deprecated && { deprecated }), responses: { 200: dataOf(TodoSchema) } }) };
    };
    const [current, ended] = [{ since: '2026-11-01' }, { since: '2026-11-01', sunset: '2027-05-01' }];
    const [before, deprecated, ending] = await Promise.all(
      [undefined, current, ended].map((each) => createSnapshot(listed(each))),
    );
    expect(idsOf(before as Snapshot, deprecated as Snapshot)).toEqual(['lifecycle.deprecated']);
    expect(idsOf(deprecated as Snapshot, ending as Snapshot)).toEqual(['lifecycle.sunset-set']);
  });

  it('are compared even if schemas are recursive', async () => {
    interface Tree {
      readonly name: string;
      readonly children: readonly Tree[];
    }
    const trees = (name: z.ZodString) => {
      const TreeSchema: z.ZodType<Tree> = z
        .lazy(() => z.object({ name, children: z.array(TreeSchema) }))
        .meta({ id: 'Tree' });
      return c.router({ get: { method: 'GET', path: '/tree', responses: { 200: TreeSchema } } });
    };
    const before = await createSnapshot(trees(z.string().max(5)));
    expect(idsOf(before, await createSnapshot(trees(z.string())))).toEqual(['response.max-length-raised']);
  });
});
