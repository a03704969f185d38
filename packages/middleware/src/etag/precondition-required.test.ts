import { formatEntityTag } from '@contract-kit/http-spec';
import { dataOf, operation } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serve } from '../../test-support/serve.ts';
import { mountContract } from '../adapters/express.ts';
import { createMemoryRateLimitStore, type Handlers } from '../index.ts';

const c = initContract();
const one = {
  path: '/notes/:id',
  summary: 'Change a note',
  auth: 'none',
  resource: 'note',
  entityTag: 'required',
  pathParams: z.object({ id: z.string() }),
} as const;
const TextSchema = z.strictObject({ text: z.string() });
const contract = c.router({
  patch: operation({
    ...one,
    id: 'notes.patch',
    method: 'PATCH',
    body: TextSchema,
    responses: { 200: dataOf(TextSchema) },
  }),
  put: operation({
    ...one,
    id: 'notes.put',
    method: 'PUT',
    missing: 'create',
    body: TextSchema,
    responses: { 200: dataOf(TextSchema) },
  }),
  remove: operation({ ...one, id: 'notes.remove', method: 'DELETE', responses: { 204: c.noBody() } }),
});

const headers = { ETag: formatEntityTag('n1.1') };
const handlers: Handlers<typeof contract> = {
  patch: async ({ body }) => ({ status: 200, headers, body: { data: body } }),
  put: async ({ body }) => ({ status: 200, headers, body: { data: body } }),
  remove: async () => ({ status: 204, headers }),
};
const limit = { name: 'standard', limit: 10_000, windowMs: 60_000 };

/** A server with one note, `/notes/n1` with the tag `"n1.1"`. */
async function start() {
  const app = express();
  mountContract({
    app,
    contract,
    handlers,
    auth: {},
    rateLimit: { store: createMemoryRateLimitStore(), policies: { standard: limit }, addressPolicy: limit },
    lookups: {
      note: async ({ params }) => (params.id === 'n1' ? { entityTag: { value: 'n1.1', weak: false } } : null),
    },
    validateResponses: true,
  });
  return serve(app);
}

describe('a change whose entity tag is required', () => {
  const send = async (method: string, path: string, fields: Readonly<Record<string, string>>) => {
    const { url } = await start();
    const body = method === 'DELETE' ? {} : { body: '{"text":"x"}' };
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...fields },
      ...body,
    });
    const text = await response.text();
    return { status: response.status, code: text === '' ? null : JSON.parse(text).error?.code };
  };

  it.each(['PATCH', 'PUT', 'DELETE'])('is 428 without If-Match: %s', async (method) => {
    expect(await send(method, '/notes/n1', {})).toEqual({ status: 428, code: 'precondition_required' });
  });

  it.each(['PATCH', 'PUT', 'DELETE'])('is made with the current tag, and 412 with another: %s', async (method) => {
    expect((await send(method, '/notes/n1', { 'if-match': '"n1.1"' })).status).toBe(method === 'DELETE' ? 204 : 200);
    expect((await send(method, '/notes/n1', { 'if-match': '"n1.0"' })).status).toBe(412);
  });

  it('is 404 for a record that does not exist, with or without a tag', async () => {
    expect((await send('PATCH', '/notes/n2', {})).status).toBe(404);
    expect((await send('DELETE', '/notes/n2', { 'if-match': '*' })).status).toBe(404);
  });

  it('may create with If-None-Match: * if it can create records', async () => {
    expect((await send('PUT', '/notes/n2', { 'if-none-match': '*' })).status).toBe(200);
    expect((await send('PUT', '/notes/n2', {})).status).toBe(428);
    expect((await send('PATCH', '/notes/n1', { 'if-none-match': '*' })).status).toBe(428);
  });
});
