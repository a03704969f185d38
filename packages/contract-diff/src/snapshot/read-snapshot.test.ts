import { describe, expect, it } from 'vitest';
import { contract } from '../../test-support/plant.ts';
import { diffContracts } from '../diff-contracts.ts';
import { readSnapshot } from './read-snapshot.ts';

const document = {
  openapi: '3.1.0',
  info: { title: 'To-dos', version: '2.1.0' },
  paths: {
    '/todos/{id}': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      get: {
        operationId: 'todos.get',
        parameters: [{ name: 'If-None-Match', in: 'header', schema: { type: 'string' } }],
        responses: {
          200: {
            headers: {
              ETag: { schema: { type: 'string' } },
              'X-Count': { required: true, schema: { type: 'integer' } },
            },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Todo' } } },
          },
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
    },
  },
  components: {
    parameters: {
      Id: { name: 'id', in: 'path', required: true, description: 'Of the to-do.', schema: { type: 'string' } },
    },
    responses: { NotFound: { description: 'None.', content: { 'application/json': { schema: { type: 'object' } } } } },
    schemas: {
      Todo: { type: 'object', description: 'One.', properties: { description: { type: 'string', examples: ['a'] } } },
    },
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  },
};

describe('a snapshot', () => {
  it('can be parsed as it was written', () => {
    expect(readSnapshot(JSON.parse(JSON.stringify(contract)))).toEqual(contract);
  });

  it('is read from an OpenAPI document: schemas without texts, no policies', () => {
    expect(readSnapshot(document)).toEqual({
      format: 2,
      version: '2.1.0',
      operations: {
        'todos.get': {
          method: 'GET',
          path: '/todos/:id',
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'If-None-Match', in: 'header', schema: { type: 'string' } },
          ],
          responses: {
            200: {
              headers: {
                ETag: { schema: { type: 'string' } },
                'X-Count': { required: true, schema: { type: 'integer' } },
              },
              content: { 'application/json': { $ref: '#/schemas/Todo' } },
            },
            404: { content: { 'application/json': { type: 'object' } } },
          },
        },
      },
      schemas: { Todo: { type: 'object', properties: { description: { type: 'string' } } } },
    });
  });

  it('is read from the first format of policies and the document beside them', () => {
    const policy = { auth: 'key', scopes: [], limit: 'standard', idempotency: 'none', entityTag: 'read', errors: [] };
    const first = {
      version: '1.0.0',
      errors: { not_found: { status: 404, meaning: 'None.', retry: 'never' } },
      rateLimits: { standard: { name: 'standard', limit: 60, windowMs: 1000 } },
      operations: { 'todos.get': { method: 'GET', path: '/todos/:id', policy } },
    };
    const snapshot = readSnapshot(first, document);
    expect(snapshot.authSchemes).toEqual({ apiKey: { anyOf: { bearer: { type: 'http', scheme: 'bearer' } } } });
    expect(snapshot.operations['todos.get']).toMatchObject({
      policy: { auth: ['apiKey'], limits: ['standard'] },
      parameters: [{ name: 'id' }],
      responses: { 200: { headers: { 'X-Count': {} } } },
    });
    expect(snapshot.operations['todos.get']?.responses[200]?.headers).not.toHaveProperty('ETag');
    expect(diffContracts(snapshot, snapshot)).toEqual([]);
    expect(() => readSnapshot(first)).toThrow('openapi.json beside it');
  });

  it('is not read from anything else', () => {
    for (const other of [null, [], 'text', {}, { openapi: '3.0.3' }])
      expect(() => readSnapshot(other)).toThrow(TypeError);
  });
});
