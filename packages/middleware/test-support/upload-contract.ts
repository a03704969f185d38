import { byMediaType, dataOf, filePart, formField, operation } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';

const c = initContract();

export const fileLimit = 1_000_000;

const KeptSchema = dataOf(
  z.object({
    fileName: z.string().nullable(),
    mediaType: z.string(),
    size: z.int(),
    sha256: z.string(),
    altText: z.string().nullable(),
    labels: z.array(z.string()).optional(),
    preview: z.boolean(),
  }),
);

/** Files by upload or by address, and a form without files. */
export const uploadContract = c.router({
  add: operation({
    id: 'files.add',
    method: 'POST',
    path: '/files',
    summary: 'Keep a file',
    idempotency: 'accepted',
    bodyLimit: 4096,
    fileLimit,
    body: byMediaType({
      'multipart/form-data': z.strictObject({
        file: filePart(),
        preview: filePart().optional(),
        altText: z.string().max(100).optional(),
        labels: formField(z.array(z.string()).max(3)).optional(),
        onError: z.string().optional(),
      }),
      'application/json': z.strictObject({ url: z.string() }),
    }),
    responses: { 200: dataOf(z.object({ url: z.string() })), 201: KeptSchema },
    errors: ['conflict'],
  }),
  note: operation({
    id: 'notes.add',
    method: 'POST',
    path: '/notes',
    summary: 'Keep a note',
    bodyLimit: 4096,
    bodyTypes: ['multipart/form-data'],
    body: z.record(z.string(), z.string()),
    responses: { 200: dataOf(z.record(z.string(), z.string())) },
  }),
});
