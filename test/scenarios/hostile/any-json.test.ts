import { mediaTypeSchemasOf } from '@contract-kit/http-spec/zod';
import { webUrl } from '@product-content/server/testing/content-parts';
import type { Api, App } from '@product-content/test-support/app-server';
import { type ContractRoute, each, takesJson } from '@product-content/test-support/contract/routes';
import {
  createRecordFor,
  pathFor,
  type RecordNames,
  sampleBody,
} from '@product-content/test-support/contract/sample-requests';
import { anyText } from '@product-content/test-support/hostile/any-text';
import { byTier } from '@product-content/test-support/tiers';
import fc from 'fast-check';
import { beforeAll, describe, it } from 'vitest';
import { z } from 'zod';
import { expectAlive, expectDeclared } from './expect-unharmed.ts';
import { startHostileTarget } from './hostile-target.ts';

let app: App;
let api: Api;

beforeAll(async () => {
  ({ app, api } = await startHostileTarget());
});

/** Keys the contract knows, keys that code may trip over, and any others. */
const keyOf = (known: readonly string[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known) },
    fc.constantFrom('constructor', 'toString', 'toJSON', 'then', 'length', 'de', 'en', 'EUR', 'color', 'volume', ''),
    fc.string({ maxLength: 10 }),
  );

const scalar = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    0,
    -0,
    -1,
    1,
    1e-7,
    1e308,
    2 ** 31,
    2 ** 53,
    'x',
    '',
    ' ',
    'blue',
    'mugs',
    'MUG-BLUE',
  ),
  anyText({ maxLength: 20 }).filter((text) => !text.includes('\0')),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  webUrl('http', 'https'),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

/** Any JSON value of the route's own words, up to a few levels deep. */
function anyJson(route: ContractRoute): fc.Arbitrary<unknown> {
  const known = route.body instanceof z.ZodObject ? Object.keys(route.body.shape) : ['x'];
  return fc.letrec<{ value: unknown; members: Record<string, unknown> }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalar,
      fc.array(tie('value'), { maxLength: 4 }),
      tie('members'),
    ),
    members: fc.dictionary(keyOf(known), tie('value'), { maxKeys: 5 }),
  })).value;
}

/** Bodies for each operation, and as many values for its members. */
const numRuns = byTier({ behavior: 10, exhaustive: 60 });

describe('any JSON', () => {
  const records = new Map<string, RecordNames | null>();
  beforeAll(async () => {
    for (const [id, route] of each(takesJson)) records.set(id, await createRecordFor(app, api, route));
  });
  const send = (route: ContractRoute, body: unknown) =>
    api.send(route.method, pathFor(route, records.get(route.id)?.id ?? null), {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });

  it.each(each(takesJson))('as the body of %s gets a declared response', async (_, route) => {
    await fc.assert(
      fc.asyncProperty(anyJson(route), async (body) => {
        expectDeclared(route, await send(route, body));
      }),
      { numRuns },
    );
    await expectAlive(api);
  });

  it.each(each(takesJson))('as a member of a valid body of %s gets a declared response', async (_, route) => {
    const names = membersOf(route.body);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), anyJson(route), async (name, value) => {
        expectDeclared(route, await send(route, { ...sampleBody(route), [name]: value }));
      }),
      { numRuns },
    );
    await expectAlive(api);
  });
});

/** The members of a body as JSON, also of one that may be left out. */
function membersOf(body: unknown): string[] {
  const schema = mediaTypeSchemasOf(body)?.['application/json'] ?? body;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return membersOf(schema.unwrap());
  }
  if (schema instanceof z.ZodPipe) return membersOf(schema.out instanceof z.ZodObject ? schema.out : schema.in);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
