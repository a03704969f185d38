import { operation } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { todoContract } from '../../test-support/todo-contract.ts';
import { findContractProblems } from './find-contract-problems.ts';

const c = initContract();
const route = (changes: object) =>
  operation({
    id: 'todos.find',
    method: 'GET',
    path: '/find',
    summary: 'Find',
    responses: { 200: z.string() },
    ...changes,
  });
const problemsOf = (changes: object) => findContractProblems({ find: route(changes) });

describe('findContractProblems', () => {
  it('finds only an undescribed path parameter in a contract that keeps its rules', async () => {
    expect(await findContractProblems(todoContract)).toEqual(['files.get: the parameter "id" has no description.']);
  });

  it.each([
    [{ id: 'find' }, 'GET /find: the operation id is not "resource.verb".'],
    [{ summary: '' }, 'GET /find: has no summary.'],
    [{ responses: { 200: c.type<string>() } }, 'GET /find: the response 200 has no runtime schema.'],
    [{ query: z.object({ q: z.string() }) }, 'todos.find: the parameter "q" has no description.'],
  ])('names what %j breaks', async (changes, problem) => {
    expect(await problemsOf(changes)).toEqual([problem]);
  });

  it('names a body without a schema', async () => {
    expect(await problemsOf({ method: 'POST', body: c.type<string>() })).toEqual([
      'POST /find: the body has no runtime schema.',
    ]);
  });

  it('names routes that share an operation id', async () => {
    const routes = { one: route({ path: '/one' }), two: route({ path: '/two' }) };
    expect(await findContractProblems(routes)).toEqual(['GET /one and GET /two share the operation id "todos.find".']);
  });
});
