import { initContract } from '@ts-rest/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from '../test-support/plain/notes-contract.ts';
import { createNotesApp, type NotesFault } from '../test-support/plain/notes-server.ts';
import { createTasksApp } from '../test-support/tasks-server.ts';
import { formatReport } from './running/format-report.ts';
import { verifyContract } from './verify-contract.ts';

const verify = (fault?: NotesFault) => verifyContract(contract, { app: createNotesApp(fault), seed: 1, runs: 10 });

describe('a contract without policies', () => {
  it('can be kept by any server', async () => {
    const report = await verify();
    expect([report.failed, report.skipped], formatReport(report)).toEqual([0, 0]);
    const [, create, get] = report.operations;
    expect(create).toMatchObject({ id: 'notes.create', unreached: [] });
    expect(create?.checks.map(({ id }) => id)).toEqual([
      ...['responses.success', 'responses.any-valid-input', 'input.malformed-body', 'input.invalid-body'],
      ...['state.read-back', 'responses.status', 'responses.body', 'responses.content-type'],
    ]);
    expect(get?.checks.map(({ id }) => id)).toContain('input.unknown-record');
  });

  it.each<[NotesFault, string[]]>([
    ['takes-anything', ['notes.create input.invalid-body', 'notes.put input.invalid-body']],
    [
      'returns-html',
      ['create', 'put'].flatMap((name) => [`notes.${name} responses.body`, `notes.${name} responses.content-type`]),
    ],
    ['shows-more', ['list', 'create', 'get', 'put'].map((name) => `notes.${name} responses.body`)],
    ['keeps-what-is-deleted', ['notes.delete state.deleted']],
  ])('is not kept by a server that %s', async (fault, expected) => {
    const { operations } = await verify(fault);
    const failed = operations.flatMap(({ id, checks }) =>
      checks.filter(({ outcome }) => outcome === 'failed').map((check) => `${id} ${check.id}`),
    );
    expect(failed).toEqual(expected);
  });

  it('is checked for each status if it is strict', async () => {
    const app = createNotesApp();
    const c = initContract();
    const create = { ...contract.notes.create, responses: { 201: contract.notes.create.responses[201] } };
    const verifyAs = (strictStatusCodes: boolean) =>
      verifyContract(c.router({ create: { ...create, strictStatusCodes } }), {
        app,
        runs: 5,
        only: ['create', 'input.invalid-body', 'responses.status'],
      });
    expect((await verifyAs(false)).failed).toBe(0);
    expect((await verifyAs(true)).failed).toBe(1);
  });

  it('skips bodies without a JSON Schema, and says so', async () => {
    const body = z.object({ text: z.custom<string>((value) => typeof value === 'string') });
    const odd = initContract().router({ create: { ...contract.notes.create, body } });
    const prepare = { create: () => ({ body: { text: 'Milk' } }) };
    const { operations } = await verifyContract(odd, { app: createNotesApp(), prepare });
    const [skipped] = operations[0]?.checks.filter(({ outcome }) => outcome === 'skipped') ?? [];
    expect(skipped?.reason).toContain('the type at "properties.text" has no JSON Schema');
  });
});

describe('configuration that a run lacks', () => {
  it('is named once, with the checks that need it', async () => {
    const { contract: tasks } = await import('../test-support/tasks-contract.ts');
    const { app, credentials } = createTasksApp();
    const { full } = credentials.apiKey;
    const only = ['todos.get', 'todos.patch', 'access.*'];
    const text = formatReport(await verifyContract(tasks, { app, credentials: { apiKey: full }, only }));
    expect(text).toContain('todos.get  GET /todos/:id: 4 of 4 passed');
    expect(text).toContain('Not checked without the credential withoutScope (--without): access.missing-scope.');
    expect(text).toContain('Not checked without the credential otherTenant (--other-key): access.other-tenant.');
    expect(text).toMatch(/Declared but never returned: 304 by 1, .*429 by 2, 500 by 2 of 2 operations\./);
    await expect(verifyContract(tasks, { app })).rejects.toThrow(
      'todos.list authenticates by apiKey: give credentials (--key).',
    );
  });
});
