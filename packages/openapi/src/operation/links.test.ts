import { dataOf, operation } from '@contract-kit/http-spec/zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { todoContract, todoOptions } from '../../test-support/todo-contract.ts';
import { createOpenApiDocument } from '../create-open-api-document.ts';
import type { Response } from '../document.ts';

const document = await createOpenApiDocument(todoContract, todoOptions);
const responseOf = (method: string, path: string, status: number) =>
  document.paths[path]?.[method]?.responses[status] as Response;

describe('links', () => {
  it('lead from a created record to the operations on it', () => {
    const { links = {} } = responseOf('post', '/todos', 201);
    expect(Object.keys(links)).toEqual(['todos.get', 'todos.put', 'todos.delete']);
    expect(links['todos.get']).toEqual({ operationId: 'todos.get', parameters: { id: '$response.body#/data/id' } });
  });

  it('lead to other records by the parameter the response names, and by no other id', async () => {
    const start = operation({
      id: 'exports.create',
      method: 'POST',
      path: '/exports',
      summary: 'Export',
      body: z.strictObject({}),
      responses: { 202: dataOf(z.object({ id: z.string(), jobId: z.string(), state: z.object({}) })) },
    });
    const read = (id: string, path: string) =>
      operation({ id, method: 'GET', path, summary: id, resource: id, responses: { 200: dataOf(z.string()) } });
    const { paths } = await createOpenApiDocument(
      {
        start,
        job: read('jobs.get', '/jobs/:jobId'),
        file: read('files.get', '/files/:id'),
        state: read('states.get', '/states/:state'),
        part: read('parts.get', '/jobs/:jobId/parts/:part'),
      },
      todoOptions,
    );
    expect(paths['/exports']?.post?.responses[202]).toHaveProperty('links', {
      'jobs.get': { operationId: 'jobs.get', parameters: { jobId: '$response.body#/data/jobId' } },
    });
  });

  it('are not on other responses', () => {
    expect(responseOf('get', '/todos/{id}', 200).links).toBeUndefined();
    expect(responseOf('post', '/todos/publish', 202).links).toBeUndefined();
  });
});
