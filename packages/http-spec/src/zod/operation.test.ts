import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { deferred } from './deferred.ts';
import { operation } from './define-operations.ts';
import { secret, secretPathsOf } from './marks/secret.ts';
import { dataOf } from './schemas.ts';

const KeySchema = z.object({ id: z.string(), key: secret(z.string()).describe('Shown once.') });
const create = {
  id: 'keys.create',
  method: 'POST',
  path: '/keys',
  summary: 'Create a key',
  scopes: ['keys:write'],
} as const;

interface Tree {
  readonly token: string;
  readonly children: readonly Tree[];
}
const TreeSchema: z.ZodType<Tree> = z.object({
  token: secret(z.string()),
  children: z.lazy(() => z.array(TreeSchema)),
});

describe('the secrets of a response', () => {
  it.each<[string, z.ZodType, readonly string[]]>([
    ['of an object', dataOf(KeySchema), ['data.key']],
    ['of the records of a list', z.object({ data: z.array(KeySchema) }), ['data.*.key']],
    [
      'of an optional or nullable record',
      z.object({ a: KeySchema.optional(), b: KeySchema.nullable() }),
      ['a.key', 'b.key'],
    ],
    ['of one kind of a union', z.union([z.null(), KeySchema]), ['key']],
    ['of an extended object', KeySchema.extend({ name: z.string() }), ['key']],
    ['of a record of records', z.record(z.string(), KeySchema), ['*.key']],
    ['of other members', z.object({}).catchall(KeySchema), ['*.key']],
    [
      'behind a transformation',
      z
        .string()
        .transform(() => ({}))
        .pipe(KeySchema),
      ['key'],
    ],
    ['of what a deferred schema stands for', deferred(KeySchema), ['key']],
    ['of a schema within itself, once', TreeSchema, ['token']],
    ['of an object that is one as a whole', z.object({ urls: secret(z.object({ csv: z.url() })) }), ['urls']],
    ['are none without the mark', z.object({ secret: z.string(), key: z.string() }), []],
  ])('are found: %s', (_, schema, paths) => {
    expect(secretPathsOf(schema)).toEqual(paths);
  });

  it('are none for a response without a schema', () => {
    expect(secretPathsOf(Symbol('no body'))).toEqual([]);
  });
});

describe('an operation whose response shows a secret', () => {
  const shown = { ...create, responses: { 201: dataOf(KeySchema) } };

  it('is refused unless it states who may see the response stored for its Idempotency-Key', () => {
    expect(() => operation({ ...shown, idempotency: 'accepted' })).toThrow(
      /^keys\.create \(POST \/keys\): its response shows a secret \(data\.key\) .* Say authorize: 'scopes' .* or authorize: 'handler'/,
    );
  });

  it.each(['scopes', 'handler'] as const)('says so in its policy with authorize: %s', (authorize) => {
    const { metadata } = operation({ ...shown, idempotency: 'accepted', authorize });
    expect(metadata.secretResponse).toBe(true);
    expect(metadata.authorize).toBe(authorize === 'handler' ? 'handler' : undefined);
  });

  it('needs nothing if no response is stored', () => {
    expect(operation(shown).metadata).not.toHaveProperty('secretResponse');
  });
});

describe('an operation that authorizes its caller', () => {
  it('declares 403, even without a scope', () => {
    const route = operation({ ...create, scopes: [], authorize: 'handler', responses: { 200: z.string() } });
    expect(route.metadata.errors).toContain('forbidden');
    expect(Object.keys(route.responses)).toContain('403');
    expectTypeOf<403>().toExtend<keyof (typeof route)['responses']>();
  });

  it('requires a caller', () => {
    const open = { ...create, scopes: [], auth: 'none', authorize: 'handler', responses: { 200: z.string() } } as const;
    expect(() => operation(open)).toThrow('keys.create (POST /keys): authorize "handler" needs a caller');
  });
});

it('an operation with a large response takes an Idempotency-Key', () => {
  const large = { ...create, responses: { 200: z.string() }, largeResponse: {} };
  expect(() => operation(large)).toThrow('keys.create (POST /keys): largeResponse needs idempotency "accepted".');
  expect(operation({ ...large, idempotency: 'accepted' }).metadata.largeResponse).toEqual({});
});
