import { randomUUID } from 'node:crypto';
import { type Handlers, notFound } from '@contract-kit/middleware';
import type { contract, Note } from './contract.ts';

/** The notes of all tenants. */
export interface Notes {
  all(tenant: string): Promise<Note[]>;
  find(tenant: string, id: string): Promise<Note | undefined>;
  add(tenant: string, note: Note): Promise<void>;
}

/** What the API does. Handlers get validated input and an authenticated caller, and throw errors. */
export const createHandlers = (notes: Notes): Handlers<typeof contract> => ({
  list: async ({ context }) => ({ status: 200, body: { data: await notes.all(context.caller.tenantId) } }),
  create: async ({ body, context }) => {
    const note = { id: randomUUID(), ...body };
    await notes.add(context.caller.tenantId, note);
    return { status: 201, headers: { Location: `/notes/${note.id}` }, body: { data: note } };
  },
  get: async ({ params, context }) => {
    const note = await notes.find(context.caller.tenantId, params.id);
    if (note === undefined) throw notFound('note');
    return { status: 200, body: { data: note } };
  },
});
