import { formatReport, verifyContract } from '@contract-kit/contract-testing';
import { contract as todos } from '@contract-kit/example-todo-server/contract.ts';
import { initContract } from '@ts-rest/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract as notes } from '../../contract-testing/test-support/plain/notes-contract.ts';
import { contract as tasks } from '../../contract-testing/test-support/tasks-contract.ts';
import { createMock, type MockCaller } from './index.ts';

const scopes = ['todos:read', 'todos:write'];
const keys: Readonly<Record<string, MockCaller>> = {
  'key-full': { tenantId: 'a' },
  'key-other': { tenantId: 'b' },
  'key-todos-read': { tenantId: 'a', scopes: ['todos:write'] },
  'key-todos-write': { tenantId: 'a', scopes: ['todos:read'] },
};
const apiKey = {
  full: 'key-full',
  otherTenant: 'key-other',
  withoutScope: (...without: string[]) => `key-${scopes.find((scope) => without.includes(scope))?.replace(':', '-')}`,
};
const limits = { standard: { limit: 100_000, windowMs: 3_600_000 } };

describe('the mock of a contract passes every check of contract-kit verify', () => {
  it.each([
    ['to-dos', todos],
    ['to-dos with files', tasks],
  ])('for %s', async (_, contract) => {
    const app = createMock(contract, { keys, limits });
    const report = await verifyContract(contract, { app, credentials: { apiKey }, seed: 1, runs: 10 });
    expect([report.failed, report.skipped], formatReport(report)).toEqual([0, 0]);
  });

  it('for routes that were not made by operation()', async () => {
    const report = await verifyContract(notes, { app: createMock(notes), seed: 1, runs: 10 });
    expect([report.failed, report.skipped], formatReport(report)).toEqual([0, 0]);
  });
});

describe('routes that were not made by operation()', () => {
  const c = initContract();
  const send = async (contract: Parameters<typeof createMock>[0], path: string, init?: RequestInit) => {
    const response = await createMock(contract).fetch(new Request(`http://mock${path}`, init));
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };

  it('respond with errors as their contract declares them', async () => {
    const { status, text } = await send(notes, '/notes/none');
    expect([status, JSON.parse(text)]).toEqual([404, { message: 'The record does not exist.' }]);
    const refused = await send(notes, '/notes', {
      method: 'POST',
      body: '{"text":""}',
      headers: { 'content-type': 'application/json' },
    });
    expect(refused.status).toBe(400);
  });

  it('may accept and return bodies that are not JSON', async () => {
    const contract = c.router({
      page: {
        method: 'GET',
        path: '/page',
        responses: { 200: c.otherResponse({ contentType: 'text/html', body: z.string() }) },
      },
      events: {
        method: 'GET',
        path: '/events',
        responses: { 200: c.otherResponse({ contentType: 'text/event-stream', body: c.type<unknown>() }) },
      },
      login: {
        method: 'POST',
        path: '/login',
        contentType: 'application/x-www-form-urlencoded',
        body: z.object({ user: z.string() }),
        responses: { 200: z.object({ user: z.string(), token: z.string() }) },
      },
      upload: {
        method: 'POST',
        path: '/files',
        contentType: 'multipart/form-data',
        body: z.object({ file: z.instanceof(File), title: z.string() }),
        responses: { 201: z.object({ id: z.string(), title: z.string() }) },
      },
    });
    expect((await send(contract, '/page')).type).toBe('text/html');
    expect((await send(contract, '/events')).text).toMatch(/^data: .*\n\n$/);
    const login = { method: 'POST', body: new URLSearchParams({ user: 'ada' }) };
    expect(JSON.parse((await send(contract, '/login', login)).text)).toMatchObject({ user: 'ada' });
    const body = new FormData();
    body.set('file', new File(['x'], 'x.txt'));
    body.set('title', 'X');
    const uploaded = await send(contract, '/files', { method: 'POST', body });
    expect([uploaded.status, JSON.parse(uploaded.text)]).toEqual([201, { id: expect.any(String), title: 'X' }]);
  });
});

it('a schema without a generated value is a 500 that the log explains', async () => {
  const contract = initContract().router({
    odd: { method: 'GET', path: '/odd', responses: { 200: z.object({ n: z.int().refine((n) => n === 123_456_789) }) } },
  });
  const logged: unknown[] = [];
  const mock = createMock(contract, { logger: { error: (fields) => void logged.push(fields) } });
  expect((await mock.fetch(new Request('http://mock/odd'))).status).toBe(500);
  expect(logged).toEqual([expect.objectContaining({ err: expect.objectContaining({ name: 'NoConformingValue' }) })]);
});
