import { describe, expect, it } from 'vitest';
import { startTodo } from '../../test-support/start-todo.ts';
import type { Observer } from './observer.ts';

/** An observer that writes down what it is told. */
function createNotes() {
  const notes: string[] = [];
  const observer: Observer = {
    onRequest: ({ request }) => void notes.push(`${request.method} ${request.target}`),
    onStage: (_, stage) => void notes.push(stage),
    onAfterCommit: ({ operation, caller }) => void notes.push(`${caller?.subject} did ${operation?.operationId}`),
    onError: (_, error) => void notes.push(String(error)),
    onResponse: (_, { status }) => void notes.push(String(status)),
  };
  return { notes, observer };
}

describe('an observer', () => {
  it('is told of a request, its stages, its commit and its response', async () => {
    const { notes, observer } = createNotes();
    const { request } = await startTodo({ observer });
    await request('POST', '/todos', { body: { title: 'Milk' } });
    expect(notes).toEqual([
      'POST /todos',
      'authenticate',
      'count',
      'checkSunset',
      'checkScopes',
      'readHead',
      'receiveBody',
      'checkRecord',
      'validateInput',
      'authorize',
      'handle',
      'k1 did todos.create',
      '201',
    ]);
  });

  it('is told of errors, and of no commit for a replay or a read', async () => {
    const { notes, observer } = createNotes();
    const { request } = await startTodo({ observer });
    const sent = { headers: { 'idempotency-key': 'k' }, body: { title: 'Milk' } };
    for (const _ of ['first', 'replay']) await request('POST', '/todos', sent);
    await request('GET', '/todos');
    await request('GET', '/nothing');
    expect(notes.filter((note) => note.includes(' did '))).toEqual(['k1 did todos.create']);
    expect(notes.slice(-3)).toEqual(['GET /nothing', 'ApiError: This path does not exist.', '404']);
  });

  it('that throws is logged and changes nothing', async () => {
    const logged: unknown[] = [];
    const observer: Observer = {
      onStage: () => {
        throw new Error('no metrics');
      },
    };
    const { request } = await startTodo({ observer, logger: { error: (fields) => void logged.push(fields) } });
    expect((await request('GET', '/todos')).status).toBe(200);
    expect(logged[0]).toMatchObject({ err: { message: 'no metrics' } });
  });
});
