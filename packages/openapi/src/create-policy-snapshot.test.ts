import { standardErrors } from '@contract-kit/http-spec';
import { expect, it } from 'vitest';
import { createPolicySnapshot } from './create-policy-snapshot.ts';
import { todoContract } from './fixtures/todo-contract.ts';
import { routesOf } from './routes-of.ts';

const rateLimits = { standard: { name: 'standard', limit: 600, windowMs: 60_000 } };
const options = { version: '1.0.0', rateLimits, scopes: { 'todos:read': 'Read to-dos' } };

it('records method, path and policy of every operation under its id', () => {
  const { operations } = createPolicySnapshot(todoContract, options);
  expect(Object.keys(operations)).toHaveLength(routesOf(todoContract).length);
  for (const route of routesOf(todoContract)) {
    const { operationId, ...policy } = route.metadata as { operationId: string };
    expect(operations[operationId]).toEqual({ method: route.method, path: route.path, policy });
  }
});

it('is plain JSON: it reads back as it was written', () => {
  const snapshot = createPolicySnapshot(todoContract, options);
  expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
  expect(snapshot).toMatchObject({ ...options, errors: standardErrors });
});

it('refuses a route without a policy and names it', () => {
  const plain = { list: { method: 'GET', path: '/plain', responses: {} } } as const;
  expect(() => createPolicySnapshot(plain, options)).toThrow('GET /plain');
});
