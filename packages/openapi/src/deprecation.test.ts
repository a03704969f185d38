import { dataOf, operation } from '@contract-kit/http-spec/zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createOpenApiDocument } from './create-open-api-document.ts';
import type { Operation } from './document.ts';
import { createOperationReference } from './reference/operation-reference.ts';
import { findDocumentProblems } from './testing/index.ts';

const contract = {
  get: operation({
    id: 'notes.get',
    method: 'GET',
    path: '/notes/:id',
    summary: 'A note',
    resource: 'note',
    entityTag: 'read',
    deprecated: { since: '2026-11-01', sunset: '2027-05-01', link: 'https://example.com/v2', successor: 'pages.get' },
    pathParams: z.object({ id: z.string() }),
    responses: { 200: dataOf(z.object({ id: z.string() })) },
  }),
  page: operation({
    id: 'pages.get',
    method: 'GET',
    path: '/pages/:id',
    summary: 'A page',
    resource: 'note',
    entityTag: 'read',
    pathParams: z.object({ id: z.string() }),
    responses: { 200: dataOf(z.object({ id: z.string() })) },
  }),
  list: operation({
    id: 'notes.list',
    method: 'GET',
    path: '/notes',
    summary: 'Notes',
    deprecated: { since: '2026-12-01' },
    responses: { 200: z.object({ data: z.array(z.object({ id: z.string() })) }) },
  }),
  create: operation({
    id: 'notes.create',
    method: 'POST',
    path: '/notes',
    summary: 'Create a note',
    query: z.strictObject({ mode: z.string().optional().meta({ deprecated: true }) }),
    body: z
      .strictObject({
        text: z.string(),
        label: z.string().meta({ deprecated: true, description: 'Use `text`.' }).optional(),
      })
      .meta({ id: 'NoteCreate' }),
    responses: { 201: dataOf(z.object({ id: z.string() })) },
  }),
};
const options = {
  info: { title: 'Notes', version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
  tags: { notes: { description: 'Notes.' }, pages: { description: 'Pages.' } },
  servers: [{ url: 'https://notes.example.com' }],
};
const document = await createOpenApiDocument(contract, options);
const of = (path: string) => document.paths[path]?.get as Operation;

describe('the document of a deprecated operation', () => {
  it('marks it, with its dates and its successor', () => {
    expect(of('/notes/{id}')).toMatchObject({
      deprecated: true,
      'x-deprecated-since': '2026-11-01',
      'x-sunset': '2027-05-01',
      description: expect.stringContaining(
        '- **Deprecated** since 2026-11-01: call `pages.get` instead. It fails with 410 from 2027-05-01 on. ' +
          '[How to move on](https://example.com/v2)\n',
      ),
    });
    expect(of('/notes')).toMatchObject({ deprecated: true, 'x-deprecated-since': '2026-12-01' });
    expect(of('/notes')).not.toHaveProperty('x-sunset');
    expect(of('/pages/{id}')).not.toHaveProperty('deprecated');
  });

  it('declares the headers of successes, 304 and errors, and 410 if it has a sunset', () => {
    const headers = {
      Deprecation: { $ref: '#/components/headers/Deprecation' },
      Sunset: { $ref: '#/components/headers/Sunset' },
      Link: { $ref: '#/components/headers/Link' },
    };
    const { responses } = of('/notes/{id}');
    expect(responses[200]).toMatchObject({ headers });
    expect(responses[304]).toMatchObject({ headers });
    expect(responses[404]).toEqual({ $ref: '#/components/responses/NotFoundOfDeprecated' });
    expect(responses[410]).toEqual({ $ref: '#/components/responses/OperationRetiredOfDeprecated' });
    expect(document.components.responses.NotFoundOfDeprecated).toMatchObject({ headers });
    expect(document.components.headers).toMatchObject({ Deprecation: { required: true } });
    expect(of('/notes').responses[200]).not.toHaveProperty('headers.Sunset');
    expect(of('/notes').responses).not.toHaveProperty('410');
  });

  it('does not change the responses of other operations', () => {
    const { responses } = of('/pages/{id}');
    expect(responses[404]).toEqual({ $ref: '#/components/responses/NotFound' });
    expect(responses[304]).toEqual({ $ref: '#/components/responses/NotModified' });
    expect(document.components.responses.NotFound).not.toHaveProperty('headers.Deprecation');
  });

  it('is valid', async () => {
    expect(await findDocumentProblems(document)).toEqual([]);
  });

  it('is refused for a successor that the contract does not have', async () => {
    const { get } = contract;
    await expect(createOpenApiDocument({ get }, options)).rejects.toThrow(
      'notes.get: deprecated.successor "pages.get" is not another operation of the contract.',
    );
  });
});

it('the document marks fields of a body and parameters that are deprecated', () => {
  expect(document.components.schemas.NoteCreate).toMatchObject({
    properties: { label: { description: 'Use `text`.', deprecated: true } },
  });
  expect(document.paths['/notes']?.post?.parameters).toMatchObject([{ name: 'mode', deprecated: true }]);
});

it('the reference names the deprecation, the sunset and the successor of an operation', () => {
  const page = createOperationReference(contract);
  expect(page).toContain('A note (deprecated since 2026-11-01, until 2027-05-01, use `pages.get`)');
  expect(page).toContain('Notes (deprecated since 2026-12-01)');
});
