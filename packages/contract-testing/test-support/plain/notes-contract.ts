import { initContract } from '@ts-rest/core';
import { z } from 'zod';

const c = initContract();
const NoteSchema = z.object({ id: z.string(), text: z.string() });
const RefusalSchema = z.object({ message: z.string() });
const one = { path: '/notes/:id', pathParams: z.object({ id: z.string() }) } as const;

/** A contract without policies. */
export const contract = c.router({
  notes: {
    list: {
      method: 'GET',
      path: '/notes',
      query: z.object({ of: z.enum(['me', 'all']) }),
      responses: { 200: z.array(NoteSchema) },
    },
    create: {
      method: 'POST',
      path: '/notes',
      body: z.object({ text: z.string().min(1).max(200) }),
      responses: { 201: NoteSchema, 400: RefusalSchema },
    },
    get: { ...one, method: 'GET', responses: { 200: NoteSchema, 404: RefusalSchema } },
    put: {
      ...one,
      method: 'PUT',
      body: z.object({ text: z.string().min(1).max(200) }),
      responses: { 200: NoteSchema, 400: RefusalSchema, 404: RefusalSchema },
    },
    delete: { ...one, method: 'DELETE', responses: { 204: c.noBody(), 404: RefusalSchema } },
  },
});
