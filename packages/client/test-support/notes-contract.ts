import { dataOf, defineOperations, pageOf, pageQuery, problemDetails } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';

const c = initContract();

const errors = {
  quota_exceeded: {
    status: 402,
    meaning: 'There is no room for another note.',
    retry: 'never',
    stored: true,
    details: z.object({ limit: z.int() }),
  },
  moving: { status: 503, meaning: 'The notes are being moved.', retry: 'after', stored: false },
} as const;

const { operation } = defineOperations({ errors });

export const NoteSchema = z.object({ id: z.string(), text: z.string(), stars: z.int() });
export type Note = z.infer<typeof NoteSchema>;

/** A contract with each kind of route a client meets. */
export const notesContract = c.router({
  notes: {
    list: operation({
      id: 'notes.list',
      method: 'GET',
      path: '/notes',
      summary: 'List notes',
      query: z.strictObject({
        tags: z
          .string()
          .transform((text) => text.split(','))
          .optional(),
        ...pageQuery(),
      }),
      responses: { 200: pageOf(NoteSchema) },
    }),
    create: operation({
      id: 'notes.create',
      method: 'POST',
      path: '/notes',
      summary: 'Create a note',
      scopes: ['notes:write'],
      idempotency: 'accepted',
      body: z.strictObject({ text: z.string(), stars: z.int().default(0) }),
      responses: { 200: dataOf(NoteSchema), 201: dataOf(NoteSchema) },
      errors: ['conflict', 'quota_exceeded', 'moving'],
    }),
    get: operation({
      id: 'notes.get',
      method: 'GET',
      path: '/notes/:id',
      summary: 'One note',
      resource: 'note',
      entityTag: 'read',
      responses: { 200: dataOf(NoteSchema) },
    }),
    patch: operation({
      id: 'notes.patch',
      method: 'PATCH',
      path: '/notes/:id',
      summary: 'Change a note',
      resource: 'note',
      entityTag: 'write',
      body: z.strictObject({ stars: z.int().optional() }),
      responses: { 200: dataOf(NoteSchema) },
    }),
    put: operation({
      id: 'notes.put',
      method: 'PUT',
      path: '/notes/:id/text',
      summary: 'Replace the text of a note',
      resource: 'note',
      entityTag: 'required',
      idempotency: 'accepted',
      headers: { 'x-editor': z.enum(['web', 'app']), 'x-reason': z.string().optional() },
      body: z.strictObject({ text: z.string() }),
      responses: { 200: dataOf(NoteSchema) },
    }),
    remove: operation({
      id: 'notes.remove',
      method: 'DELETE',
      path: '/notes/:id',
      summary: 'Delete a note',
      resource: 'note',
      body: c.noBody(),
      responses: { 204: c.noBody() },
    }),
  },
  files: {
    attach: operation({
      id: 'files.attach',
      method: 'POST',
      path: '/notes/:id/files/:name',
      summary: 'Attach a file',
      resource: 'note',
      body: z.object({
        file: z.instanceof(Blob),
        tags: z.array(z.string()).optional(),
        caption: z.string().optional(),
      }),
      bodyTypes: ['multipart/form-data', 'application/json'],
      responses: { 201: dataOf(z.object({ size: z.int() })) },
    }),
    export: operation({
      id: 'files.export',
      method: 'GET',
      path: '/export',
      summary: 'All notes as a file',
      responses: { 200: c.otherResponse({ contentType: 'text/csv', body: z.unknown() }) },
    }),
  },
});

const problems = defineOperations({ errors, envelope: problemDetails() });

/** A contract whose errors are problem details (RFC 9457). */
export const problemContract = c.router({
  create: problems.operation({
    id: 'notes.create',
    method: 'POST',
    path: '/notes',
    summary: 'Create a note',
    body: z.strictObject({ text: z.string() }),
    responses: { 201: dataOf(NoteSchema) },
    errors: ['quota_exceeded'],
  }),
});
