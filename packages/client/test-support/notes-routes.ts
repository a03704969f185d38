// Generated from the contract: do not edit.
import type { RouteTable } from '@contract-kit/client';
import type { notesContract } from './notes-contract.ts';

export const routes: RouteTable<typeof notesContract> = {
  operations: {
    notes: {
      list: 'GET /notes',
      create: 'POST /notes key',
      get: 'GET /notes/:id',
      patch: 'PATCH /notes/:id',
      put: 'PUT /notes/:id/text key',
      remove: 'DELETE /notes/:id',
    },
    files: {
      attach: 'POST /notes/:id/files/:name multipart/form-data,application/json',
      export: 'GET /export',
    },
  },
  retry: {
    idempotency_in_progress: 'after',
  },
};
