import { dataOf, operation } from '@contract-kit/http-spec/zod';
import { createApi, createMemoryRateLimitStore } from '@contract-kit/middleware';
import { createFetchHandler } from '@contract-kit/middleware/fetch';
import { initContract } from '@ts-rest/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifyContract } from './verify-contract.ts';

const NoteSchema = z.strictObject({ id: z.string(), text: z.string() });
const one = {
  method: 'GET',
  auth: 'none',
  resource: 'note',
  pathParams: z.object({ id: z.enum(['n1', 'n2']) }),
  responses: { 200: dataOf(NoteSchema) },
} as const;
const contract = initContract().router({
  get: operation({
    ...one,
    id: 'notes.get',
    path: '/notes/:id',
    summary: 'A note',
    deprecated: { since: '2026-01-01', sunset: '2999-01-01', link: 'https://example.com/v2', successor: 'pages.get' },
  }),
  page: operation({ ...one, id: 'pages.get', path: '/pages/:id', summary: 'A page' }),
  old: operation({
    ...one,
    id: 'old.get',
    path: '/old/:id',
    summary: 'What a note was',
    deprecated: { since: '2020-01-01', sunset: '2021-01-01', successor: 'pages.get' },
  }),
});

const limit = { name: 'standard', limit: 100_000, windowMs: 60_000 };
const note = async ({ params }: { params: { id: string } }) => ({
  status: 200 as const,
  body: { data: { id: params.id, text: 'x' } },
});
const notes = createFetchHandler(
  createApi({
    contract,
    handlers: { get: note, page: note, old: note },
    auth: {},
    rateLimit: { store: createMemoryRateLimitStore(), policies: { standard: limit }, addressPolicy: limit },
    lookups: { note: async ({ params }) => (/^n[12]$/.test(params.id ?? '') ? { entityTag: null } : null) },
  }),
);

/** Verifies the notes, with their responses changed. */
async function verify(change: (response: Response, request: Request) => Response = (response) => response) {
  const app = async (request: Request) => {
    const { status, headers, body } = await notes(request);
    return change(new Response(body, { status, headers: new Headers(headers) }), request);
  };
  const links = { '/notes/:id': () => 'n1', '/pages/:id': () => 'n1' };
  const { operations } = await verifyContract(contract, { app, links, seed: 1, runs: 3 });
  const checks = operations.flatMap(({ id, checks }) => checks.map((check) => ({ ...check, of: id })));
  return {
    failed: checks.flatMap(({ of, id, outcome, reason }) => (outcome === 'failed' ? [`${of} ${id}: ${reason}`] : [])),
    of: (operation: string) => checks.filter((check) => check.of === operation).map(({ id }) => id),
  };
}

const replacing = (name: string, value: string | null) => (response: Response) => {
  if (value === null) response.headers.delete(name);
  else if (response.headers.has(name)) response.headers.set(name, value);
  return response;
};

describe('the checks of deprecated operations', () => {
  it('pass where every response says what is declared', async () => {
    const { failed, of } = await verify();
    expect(failed).toEqual([]);
    expect(of('notes.get')).toContain('responses.deprecation');
    expect(of('pages.get')).not.toContain('responses.deprecation');
  });

  it('are the only checks of an operation after its sunset', async () => {
    const { of } = await verify();
    expect(of('old.get')).toEqual(['responses.retired', 'responses.deprecation']);
  });

  it.each([
    ['Deprecation', null, 'The header Deprecation is missing, not "@1767225600".'],
    ['Deprecation', 'true', 'The header Deprecation is "true", not "@1767225600".'],
    ['Sunset', null, 'The header Sunset is missing, not "Tue, 01 Jan 2999 00:00:00 GMT".'],
    ['Link', null, 'The link "deprecation" is missing, not "https://example.com/v2".'],
    [
      'Link',
      '<https://example.com/v2>; rel="deprecation", </notes/n1>; rel="successor-version"',
      'The link "successor-version" is "/notes/n1", which is not /pages/:id.',
    ],
  ])('fail where %s is %j', async (name, value, reason) => {
    const { failed } = await verify(replacing(name, value));
    expect(failed).toContain(`notes.get responses.deprecation: ${reason}`);
  });

  it('fail when an operation is still served after its sunset', async () => {
    const { failed } = await verify((response, { url }) =>
      url.includes('/old/')
        ? Response.json({ data: { id: 'n1', text: 'x' } }, { headers: response.headers })
        : response,
    );
    expect(failed).toEqual(['old.get responses.retired: Expected 410 operation_retired, got 200 without a code.']);
  });
});
