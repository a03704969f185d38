import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { deferred } from './deferred.ts';
import { operation } from './define-operations.ts';

const route = { id: 'todos.bulk', method: 'POST', path: '/todos/bulk', summary: 'Add many', responses: {} } as const;
const Item = z.strictObject({ title: z.string() });
const mebibyte = 1024 * 1024;

describe('a list of deferred items', () => {
  const body = z.strictObject({ items: z.array(deferred(Item)).min(1).max(500), mode: z.string().optional() });

  it('makes its field the batch of the operation', () => {
    expect(operation({ ...route, body, bodyLimit: 10 * mebibyte }).metadata.batch).toEqual({
      field: 'items',
      maxItems: 500,
      itemLimit: mebibyte,
    });
    const optional = z.object({ rows: z.array(deferred(Item)).optional() });
    const { batch } = operation({ ...route, body: optional, itemLimit: 100, itemBounds: { depth: 3 } }).metadata;
    expect(batch).toEqual({
      field: 'rows',
      itemLimit: 100,
      itemBounds: { depth: 3 },
    });
  });

  it('takes items no larger than the body', () => {
    expect(operation({ ...route, body, bodyLimit: 4096 }).metadata.batch?.itemLimit).toBe(4096);
  });

  it('is the only one of its body', () => {
    const two = z.object({ a: z.array(deferred(Item)), b: z.array(deferred(Item)) });
    expect(() => operation({ ...route, body: two })).toThrow('todos.bulk (POST /todos/bulk): only one list');
  });

  it('is required for limits of items', () => {
    const plain = z.object({ items: z.array(Item), one: deferred(Item) });
    expect(operation({ ...route, body: plain }).metadata.batch).toBeUndefined();
    expect(() => operation({ ...route, body: plain, itemLimit: 100 })).toThrow('need a list of deferred items');
  });
});
