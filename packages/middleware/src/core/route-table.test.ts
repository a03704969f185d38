import { describe, expect, it } from 'vitest';
import { RouteTable } from './route-table.ts';

function tableOf(...routes: readonly (readonly [method: string, path: string])[]) {
  const table = new RouteTable<string>();
  for (const [method, path] of routes) table.add(method, path, `${method} ${path}`);
  return table;
}

const todos = tableOf(
  ['GET', '/'],
  ['GET', '/todos'],
  ['GET', '/todos/:id'],
  ['POST', '/todos/bulk'],
  ['GET', '/todos/:id/versions/:version'],
  ['GET', '/lists/:list?'],
);

describe('a table of routes', () => {
  it.each([
    ['GET', '/', 'GET /', {}],
    ['GET', '/todos', 'GET /todos', {}],
    ['GET', '/todos/', 'GET /todos', {}],
    ['HEAD', '/todos', 'GET /todos', {}],
    ['GET', '/todos/t1', 'GET /todos/:id', { id: 't1' }],
    ['GET', '/todos/a%2Fb%20c', 'GET /todos/:id', { id: 'a/b c' }],
    ['GET', '/todos/t1/versions/2', 'GET /todos/:id/versions/:version', { id: 't1', version: '2' }],
    ['GET', '/lists', 'GET /lists/:list?', {}],
    ['GET', '/lists/l1', 'GET /lists/:list?', { list: 'l1' }],
  ])('finds %s %s', (method, path, value, params) => {
    expect(todos.find(method, path)).toEqual({ value, params });
  });

  it.each(['/Todos', '/todos//', '//todos', '/todos/t1/versions', '/todos/t1/versions/', '/nothing', 'todos', '*'])(
    'finds nothing at %s',
    (path) => {
      expect([todos.find('GET', path), todos.methodsOf(path)]).toEqual([null, []]);
    },
  );

  it('prefers a literal segment, and falls back to the parameter for methods that it lacks', () => {
    expect(todos.find('POST', '/todos/bulk')?.value).toBe('POST /todos/bulk');
    expect(todos.find('GET', '/todos/bulk')).toEqual({ value: 'GET /todos/:id', params: { id: 'bulk' } });
    expect(todos.methodsOf('/todos/bulk')).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
  });

  it('refuses a parameter whose encoding is broken', () => {
    expect(() => todos.find('GET', '/todos/%zz')).toThrow(expect.objectContaining({ code: 'bad_request' }));
  });

  it.each([
    ['twice', ['/todos/:id', '/todos/:name'], 'is defined twice'],
    ['with a part of a segment as parameter', ['/todos/:id.csv'], '":id.csv" is not a parameter'],
    ['with a wildcard', ['/files/*'], 'a parameter must be a whole segment'],
  ])('throws for a path that is defined %s', (_, paths, problem) => {
    expect(() => tableOf(...paths.map((path) => ['GET', path] as const))).toThrow(problem);
  });
});
