import { operation, queryList, withPrefixedKeys } from '@contract-kit/http-spec/zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createOpenApiDocument } from '../create-open-api-document.ts';
import { createGeneratorDocument } from '../generators/create-generator-document.ts';
import { findDocumentProblems } from '../testing/find-document-problems.ts';

const keys = { prefix: 'fields.', key: '[a-z]+' } as const;
const value = queryList().describe('Values of a field.');
const contract = {
  list: operation({
    id: 'notes.list',
    method: 'GET',
    path: '/notes',
    summary: 'List notes',
    query: withPrefixedKeys({ q: z.string().optional() }, value, keys),
    responses: { 200: z.array(z.string()) },
  }),
  search: operation({
    id: 'notes.search',
    method: 'POST',
    path: '/notes/search',
    summary: 'Search notes',
    body: withPrefixedKeys({ q: z.string().optional() }, z.array(z.string()), keys).meta({ id: 'NoteFilter' }),
    responses: { 200: z.array(z.string()) },
  }),
};
const document = await createOpenApiDocument(contract, { info: { title: 'Notes', version: '1.0.0' } });

describe('keys of a prefix', () => {
  it('are one parameter of a query, whose object travels as a parameter for each key', () => {
    const parameters = document.paths['/notes']?.get?.parameters ?? [];
    expect(parameters.at(1)).toEqual({
      name: 'fields',
      in: 'query',
      description: 'Values of a field.',
      style: 'form',
      explode: true,
      schema: {
        type: 'object',
        patternProperties: { '^fields\\.(?:[a-z]+)$': { type: 'string', description: 'Values of a field.' } },
        additionalProperties: false,
      },
    });
  });

  it('are properties by pattern in a body without others', () => {
    expect(document.components.schemas.NoteFilter).toMatchObject({
      patternProperties: { '^fields\\.(?:[a-z]+)$': { type: 'array', items: { type: 'string' } } },
      additionalProperties: false,
    });
  });

  it('are properties of any name in the document for generators', () => {
    const { NoteFilter } = createGeneratorDocument(document).components.schemas;
    // Without a type: generated classes cannot have one beside declared properties.
    expect(NoteFilter).toMatchObject({ additionalProperties: true });
    expect(NoteFilter).not.toHaveProperty('patternProperties');
  });

  it('leave a valid document', async () => {
    const problems = await findDocumentProblems(document);
    expect(problems.filter((problem) => !problem.startsWith('tag-description'))).toEqual([]);
  });
});
