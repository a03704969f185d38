import { validate } from '@contract-kit/middleware';
import { BulkItemSchema } from '@product-content/contract';
import type { Api, App } from '@product-content/test-support/app-server';
import { type ContractRoute, each, takesJson } from '@product-content/test-support/contract/routes';
import {
  createRecordFor,
  freshName,
  pathFor,
  type RecordNames,
  sampleBody,
} from '@product-content/test-support/contract/sample-requests';
import { valuesAt } from '@product-content/test-support/tiers';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectAlive, expectDeclared, fieldsOf } from './expect-unharmed.ts';
import { hostileValues, withMember } from './hostile-json.ts';
import { startHostileTarget } from './hostile-target.ts';

let app: App;
let api: Api;

beforeAll(async () => {
  ({ app, api } = await startHostileTarget());
});
afterEach(() => expectAlive(api));

const fields = each(takesJson)
  .flatMap(([id, route]) =>
    Object.keys(route.body instanceof z.ZodObject ? route.body.shape : {}).map((name) => ({ id, name, route })),
  )
  .map((field, place) => ({ ...field, values: valuesAt(place, hostileValues) }));

const allowsNothingElse = (schema: z.ZodType | undefined, text: string) =>
  schema !== undefined && validate(schema, JSON.parse(text)).issues !== undefined;

describe('a field', () => {
  const records = new Map<string, Promise<RecordNames | null>>();
  const recordFor = (route: ContractRoute) => {
    const made = records.get(route.id) ?? createRecordFor(app, api, route);
    records.set(route.id, made);
    return made;
  };

  it.each(fields)('$id $name accepts what its schema allows and is named in every refusal', async (field) => {
    const { name, route, values } = field;
    const record = await recordFor(route);
    for (const value of values) {
      const body = withMember(sampleBody(route), name, value);
      const response = await api.send(route.method, pathFor(route, record?.id ?? null), {
        body,
        headers: { 'content-type': 'application/json' },
      });
      const code = expectDeclared(route, response);
      const refusal =
        Buffer.byteLength(body) > (route.policy.bodyLimit ?? 0) ? 'payload_too_large' : 'validation_failed';
      if (allowsNothingElse(route.body, body)) expect(`${value} ${code}`).toBe(`${value} ${refusal}`);
      if (code === 'validation_failed') {
        const named = fieldsOf(response);
        const own = named.filter((path) => path === name || path.startsWith(`${name}.`));
        // A value may also contradict another field: a type its parent, a group its attributes.
        expect(own.length > 0 || named.every((path) => path in (route.body as z.ZodObject).shape), response.text).toBe(
          true,
        );
      }
    }
  });

  it('of a bulk item never fails the request', async () => {
    const items = Object.keys(BulkItemSchema.shape).flatMap((name) =>
      hostileValues.map((value) => ({ name, text: withMember({ sku: freshName('bulk'), name: 'Item' }, name, value) })),
    );
    // What a database or a prototype cannot take refuses the whole body; everything else its item.
    const plain = items.filter(({ text }) => !/\\u0000|\\ud800"|__proto__":/.test(text));
    for (let start = 0; start < plain.length; start += 400) {
      const batch = plain.slice(start, start + 400);
      const response = await api.send<{ results: { status: string; error?: { fieldErrors?: object } }[] }>(
        'POST',
        '/products/bulk',
        {
          body: `{"items":[${batch.map(({ text }) => text).join()}]}`,
          headers: { 'content-type': 'application/json' },
        },
      );
      expect(response.status, response.text.slice(0, 500)).toBe(200);
      const { results } = response.data;
      expect(results).toHaveLength(batch.length);
      for (const [index, { name, text }] of batch.entries()) {
        if (allowsNothingElse(BulkItemSchema, text)) {
          const named = Object.keys(results[index]?.error?.fieldErrors ?? {});
          expect([results[index]?.status, named.some((path) => path.split('.')[0] === name)], text).toEqual([
            'failed',
            true,
          ]);
        }
      }
    }
  });
});
