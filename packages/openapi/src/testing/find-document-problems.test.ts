import { describe, expect, it } from 'vitest';
import { todoContract, todoOptions } from '../../test-support/todo-contract.ts';
import { createOpenApiDocument } from '../create-open-api-document.ts';
import type { OpenApiDocument } from '../document.ts';
import { findDocumentProblems } from './find-document-problems.ts';

const sound = JSON.stringify(await createOpenApiDocument(todoContract, todoOptions));
const damaged = (find: string, replacement: string) => {
  const text = sound.replace(find, replacement);
  expect(text).not.toBe(sound);
  return findDocumentProblems(JSON.parse(text) as OpenApiDocument);
};

describe('findDocumentProblems', () => {
  it('names an example its schema refuses', async () => {
    expect((await damaged('"value":{"title":"Buy milk"}', '"value":{"title":1}')).join('\n')).toContain(
      'data/title must be string',
    );
  });

  it('names a default its schema refuses', async () => {
    expect((await damaged('"default":20', '"default":"20"')).join('\n')).toContain('data must be integer');
  });

  it('names a member OpenAPI does not know', async () => {
    const problems = await damaged('"operationId":"todos.list"', '"operationId":"todos.list","cost":1');
    expect(problems.join('\n')).toContain('cost');
    expect(problems.join('\n')).toContain('structure:');
  });

  it('names two operations of one id', async () => {
    expect(
      (await damaged('"operationId":"todos.get","summary"', '"operationId":"todos.put","summary"')).join('\n'),
    ).toContain('operation-operationId-unique');
  });

  it('names a required property that no schema defines, but not one of a condition', async () => {
    const missing = await damaged('"required":["title"]', '"required":["title","missing"]');
    expect(missing.join('\n')).toContain("Required property 'missing' is not defined.");
    const condition = '"if":{"not":{"required":["title"]}},"then":{"required":["title"]},"required":["title"]';
    expect(await damaged('"required":["title"]', condition)).toEqual([]);
  });

  it('throws on a reference that leads nowhere', async () => {
    await expect(damaged('#/components/schemas/TodoStatus', '#/components/schemas/Missing')).rejects.toThrow('Missing');
  });
});
