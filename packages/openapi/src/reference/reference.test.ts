import { routesOf, standardErrors } from '@contract-kit/http-spec';
import { defineOperations } from '@contract-kit/http-spec/zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TodoSchema, todoContract, todoOptions } from '../../test-support/todo-contract.ts';
import type { AppRoute } from '../ts-rest.ts';
import { createErrorReference } from './error-reference.ts';
import { createEventReference } from './event-reference.ts';
import { createLimitReference } from './limit-reference.ts';
import { createOperationReference } from './operation-reference.ts';
import { createScopeReference } from './scope-reference.ts';
import { createToolReference } from './tool-reference.ts';

const rowOf = (page: string, start: string) => page.split('\n').find((line) => line.startsWith(start));

describe('createErrorReference', () => {
  const page = createErrorReference(todoContract);

  it('has a row for every code that can occur, by status', () => {
    const statuses = [...page.matchAll(/^\| (\d{3}) \| `(\w+)`/gm)].map(([, status, code]) => [Number(status), code]);
    const { precondition_required: _, operation_retired: __, ...declared } = standardErrors;
    expect(new Set(statuses.map(([, code]) => code))).toEqual(new Set(Object.keys(declared)));
    expect(statuses).toEqual(statuses.toSorted(([a], [b]) => Number(a) - Number(b)));
  });

  it('says how a client handles a code, and whether it is replayed', () => {
    expect(rowOf(page, '| 429')).toContain('after `Retry-After`');
    expect(rowOf(page, '| 500')).toContain('backoff');
    expect(rowOf(page, '| 404')).toMatch(/\| no \| yes \|$/);
  });
});

describe('createOperationReference', () => {
  const page = createOperationReference(todoContract, todoOptions);

  it('has a row for every operation under the heading of its tag', () => {
    expect(page.match(/^## .*$/gm)).toEqual(['## Meta', '## To-dos', '## labels', '## files']);
    expect(page.match(/^\| `/gm)).toHaveLength(routesOf<AppRoute>(todoContract).length);
  });

  it('states request, scopes, policies and codes of an operation', () => {
    expect(rowOf(page, '| `todos.create`')).toBe(
      '| `todos.create`<br>Create a to-do | `POST /todos` | `todos:write` `labels:read` | ' +
        'body up to 16 KiB<br>`Idempotency-Key` | `forbidden` `payload_too_large` `validation_failed` ' +
        '`idempotency_in_progress` `idempotency_key_reused` `conflict` |',
    );
    expect(rowOf(page, '| `todos.put`')).toContain('`ETag`, `If-Match`<br>creates what does not exist');
    expect(rowOf(page, '| `files.create`')).toContain(
      'body up to 64 KiB, files up to 25 MB: `application/json`, `multipart/form-data`',
    );
    expect(rowOf(page, '| `meta.index`')).toContain('| anyone |');
  });

  it('names the codes every operation can return once', () => {
    expect(page).toContain(
      'Every operation can fail with `bad_request`, `rate_limited`, `internal_error`, and authenticated operations also with `unauthorized`.',
    );
  });
});

describe('createScopeReference', () => {
  const { operation } = defineOperations({
    scopes: { 'todos:read': 'Read to-dos.', 'todos:write': 'Change to-dos.' },
  });
  const either = operation({
    id: 'todos.count',
    method: 'GET',
    path: '/todos/count',
    summary: 'Count',
    anyScopes: ['todos:read', 'todos:write'],
    responses: { 200: z.object({ count: z.int() }) },
  });
  const write = operation({
    id: 'todos.create',
    method: 'POST',
    path: '/todos',
    summary: 'Create',
    scopes: ['todos:write'],
    body: z.object({}),
    responses: { 204: z.void() },
  });
  const any = operation({
    id: 'todos.any',
    method: 'GET',
    path: '/any',
    summary: 'Any',
    responses: { 204: z.void() },
  });
  const open = operation({
    id: 'meta.index',
    method: 'GET',
    path: '/',
    summary: 'Open',
    auth: 'none',
    responses: { 204: z.void() },
  });
  const contract = { either, write, any, open };
  const page = createScopeReference(contract);

  it('says what a scope permits, what needs it, and for what it is enough', () => {
    expect(rowOf(page, '| `todos:write`')).toMatch(
      /^\| `todos:write` \| Change to-dos\. \| `todos\.create` .*\| `todos\.count` \|$/,
    );
    expect(page).toContain('\nAnyone may call `meta.index`.');
    expect(page).toContain('\nAny authenticated caller may call `todos.any`.');
  });

  it('agrees with the page of operations', () => {
    const operations = createOperationReference(contract);
    expect(rowOf(operations, '| `todos.count`')).toContain('| `todos:read` or `todos:write` |');
  });
});

describe('createEventReference', () => {
  const envelope = z.object({
    data: z.object({ todo: TodoSchema, changedFields: z.array(z.string()) }),
  });
  const page = createEventReference(
    {
      'todo.updated': {
        summary: 'A to-do was changed',
        schema: envelope,
        headers: { 'X-Signature': { description: 'Who sent it.' } },
      },
      'todo.created': { summary: 'A to-do was created', schema: z.object({ data: TodoSchema }) },
    },
    'Kept for a day.',
  );

  it('describes when an event is sent and what it contains', () => {
    expect(page).toContain('Kept for a day.');
    expect(rowOf(page, '| `todo.updated`')).toContain('A to-do was changed | `todo`: `Todo`, `changedFields` |');
    expect(rowOf(page, '| `todo.created`')).toContain('| the `Todo` |');
  });

  it('lists the header fields of deliveries once', () => {
    expect(rowOf(page, '| `X-Signature`')).toBe('| `X-Signature` | Who sent it. |');
  });
});

describe('createLimitReference', () => {
  const page = createLimitReference(todoContract, [
    { name: 'body', value: 16 * 1024, unit: 'bytes', meaning: 'Body of a to-do' },
    { name: 'todos', value: 10_000, unit: 'items', meaning: 'To-dos' },
    { name: 'kept', value: 7_200_000, unit: 'milliseconds', meaning: 'Drafts' },
  ]);

  it('states numbers with their units', () => {
    expect(rowOf(page, '| `standard`')).toContain('| 600 | 60 seconds | every operation not named here |');
    expect(rowOf(page, '| `guest`')).toContain('| 60 | 60 seconds | `meta.index` |');
    expect(rowOf(page, '| `kept`')).toContain('| 2 hours |');
    expect(rowOf(page, '| `body`')).toBe('| `body` | 16 KiB | Body of a to-do |');
    expect(rowOf(page, '| `todos`')).toContain('| 10,000 |');
  });
});

describe('createToolReference', () => {
  it('names each tool with its operation and scopes, and why an operation has none', () => {
    const { operation } = defineOperations({ scopes: { 'notes:read': 'Read.', 'notes:write': 'Write.' } });
    const responses = { 200: z.object({}) };
    const page = createToolReference({
      list: operation({
        id: 'notes.list',
        method: 'GET',
        path: '/notes',
        summary: 'List notes',
        scopes: ['notes:read'],
        tools: [{ name: 'list_notes' }],
        responses,
      }),
      clear: operation({
        id: 'notes.clear',
        method: 'DELETE',
        path: '/notes',
        summary: 'Delete all notes',
        scopes: ['notes:write'],
        tools: { none: 'It cannot be undone.' },
        responses,
      }),
    });
    expect(rowOf(page, '| `list_notes`')).toBe('| `list_notes` | `notes.list` | `notes:read` | reads |');
    expect(rowOf(page, '| `notes.clear`')).toBe('| `notes.clear` | It cannot be undone. |');
  });
});
