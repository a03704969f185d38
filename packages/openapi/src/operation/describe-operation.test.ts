import { dataOf, operation, secret, standardVocabulary } from '@contract-kit/http-spec/zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeOperation } from './describe-operation.ts';

const create = {
  id: 'keys.create',
  method: 'POST',
  path: '/keys',
  summary: 'Create a key',
  idempotency: 'accepted',
} as const;
const describePolicy = (changes: object) => {
  const route = operation({ ...create, responses: { 200: z.string() }, ...changes });
  return describeOperation(undefined, route.metadata, standardVocabulary);
};

describe('the description of an operation', () => {
  it('says to which callers a response with a secret is replayed', () => {
    const shown = { authorize: 'scopes', responses: { 200: dataOf(z.object({ key: secret(z.string()) })) } };
    expect(describePolicy(shown)).toContain('a replay, only for the same caller, carries');
    expect(describePolicy({})).toContain('`Idempotency-Key`; a replay carries');
  });

  it.each([
    [{}, 'with an `Idempotency-Key` it is refused with 429'],
    [{ when: { 'query.include': 'items' } }, 'with an `Idempotency-Key` and `include=items` it is refused'],
    [
      { unless: { 'body.async': true, 'body.mode': 'later' } },
      'with an `Idempotency-Key`, unless `async: true` or `mode: "later"`, it is refused',
    ],
  ])('says which requests are refused when no more responses can be stored: %j', (largeResponse, text) => {
    expect(describePolicy({ largeResponse })).toContain(text);
    expect(describePolicy({})).not.toContain('refused');
  });
});
