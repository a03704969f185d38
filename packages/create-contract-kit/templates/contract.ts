import { dataOf, listOf, operation } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';

const NoteInputSchema = z.strictObject({ title: z.string().min(1).max(200) });
const NoteSchema = NoteInputSchema.extend({ id: z.string() }).meta({ id: 'Note' });
export type Note = z.infer<typeof NoteSchema>;

const one = { path: '/notes/:id', resource: 'note', pathParams: z.object({ id: z.string().max(40) }) } as const;

/** What the API promises. Each policy is stated here once: the server needs no code for it. */
export const contract = initContract().router({
  list: operation({
    id: 'notes.list',
    method: 'GET',
    path: '/notes',
    summary: 'List notes',
    scopes: ['notes:read'], // 401 without a key, 403 without this scope
    responses: { 200: listOf(NoteSchema) },
  }),
  create: operation({
    id: 'notes.create',
    method: 'POST',
    path: '/notes',
    summary: 'Create a note',
    scopes: ['notes:write'],
    idempotency: 'accepted', // the same Idempotency-Key again: the same response, and no second note
    body: NoteInputSchema, // 422 that names each wrong field
    responses: { 201: dataOf(NoteSchema) },
  }),
  get: operation({
    ...one,
    id: 'notes.get',
    method: 'GET',
    summary: 'Get a note',
    scopes: ['notes:read'],
    responses: { 200: dataOf(NoteSchema) },
  }),
});
