import { policyOf, routesOf, standardErrors, vocabularyKey } from '@contract-kit/http-spec';
import { expect, it } from 'vitest';
import { todoContract } from '../test-support/todo-contract.ts';
import { createPolicySnapshot } from './create-policy-snapshot.ts';
import type { AppRoute } from './ts-rest.ts';

it('records method, path and policy of every operation under its id', () => {
  const { operations } = createPolicySnapshot(todoContract, '1.0.0');
  expect(Object.keys(operations)).toHaveLength(routesOf<AppRoute>(todoContract).length);
  for (const route of routesOf<AppRoute>(todoContract)) {
    const { operationId, [vocabularyKey]: _, ...policy } = policyOf(route);
    expect(operations[operationId]).toEqual({ method: route.method, path: route.path, policy });
  }
});

it('is plain JSON: it reads back as it was written', () => {
  const snapshot = createPolicySnapshot(todoContract, '1.0.0');
  expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
  expect(snapshot).toMatchObject({
    version: '1.0.0',
    errors: standardErrors,
    authSchemes: { apiKey: { anyOf: { bearerAuth: { scheme: 'bearer' } } } },
    rateLimits: { guest: { name: 'guest', limit: 60, windowMs: 60_000 } },
    scopes: { 'todos:read': 'Read to-dos.' },
  });
});

it('refuses a route without a policy and names it', () => {
  const plain = { list: { method: 'GET', path: '/plain', responses: {} } } as const;
  expect(() => createPolicySnapshot(plain, '1.0.0')).toThrow('GET /plain');
});
