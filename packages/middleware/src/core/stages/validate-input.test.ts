import { operation } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { createFetchHandler } from '../../adapters/fetch.ts';
import { createMemoryRateLimitStore } from '../../rate-limit/memory-rate-limit-store.ts';
import { createApi } from '../api.ts';
import type { HandlerArgs, Handlers } from '../handlers/handler-types.ts';
import type { ExtraRoute } from '../operations/extra-routes.ts';

const contract = initContract().router({
  rename: operation({
    id: 'notes.rename',
    method: 'POST',
    path: '/notes',
    summary: 'Rename a note',
    auth: 'none',
    headers: { 'X-Editor': z.enum(['web', 'app']), 'x-reason': z.string().max(5).optional() },
    query: z.strictObject({ fast: z.literal('true').optional() }),
    body: z.strictObject({ name: z.string().min(1) }),
    responses: { 200: z.object({ editor: z.string() }) },
  }),
});

const handlers: Handlers<typeof contract> = {
  rename: async ({ headers }) => {
    expectTypeOf(headers['x-editor']).toEqualTypeOf<'web' | 'app'>();
    expectTypeOf(headers['x-reason']).toEqualTypeOf<string | undefined>();
    return { status: 200, body: { editor: headers['x-editor'] } };
  },
};
const standard = { name: 'standard', limit: 100, windowMs: 60_000 };
const rateLimit = { store: createMemoryRateLimitStore(), policies: { standard }, addressPolicy: standard };
const extraRoutes: readonly ExtraRoute[] = [
  {
    method: 'POST',
    path: '/assistant',
    auth: 'none',
    handle: ({ callOperation }) =>
      callOperation({ operationId: 'notes.rename', headers: { 'X-Editor': 'app' }, body: { name: 'a' } }),
  },
];
const cors = { origins: '*', requestHeaders: ['X-Trace'] } as const;
const handle = createFetchHandler(createApi({ contract, handlers, auth: {}, rateLimit, extraRoutes, cors }));

async function send(fields: Readonly<Record<string, string>>, body: object, query = '') {
  const headers = { 'content-type': 'application/json', ...fields };
  const request = new Request(`http://notes.test/notes${query}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const response = await handle(request);
  return { status: response.status, body: JSON.parse(await response.text()) };
}

/** An operation without header fields of its own. */
const { plain } = initContract().router({
  plain: operation({ id: 'p', method: 'GET', path: '/p', summary: 'P', responses: { 200: z.object({}) } }),
});

describe('the header fields that an operation declares', () => {
  it('reach its handler by their names in lower case', async () => {
    expect(await send({ 'x-editor': 'web' }, { name: 'a' })).toEqual({ status: 200, body: { editor: 'web' } });
  });

  it('reach its handler in a call within the process', async () => {
    const response = await handle(new Request('http://notes.test/assistant', { method: 'POST' }));
    expect(await response.json()).toEqual({ editor: 'app' });
  });

  it('may be sent by pages of other origins', async () => {
    const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'POST' };
    const response = await handle(new Request('http://notes.test/notes', { method: 'OPTIONS', headers }));
    expect(response.headers.get('access-control-allow-headers')).toMatch(/, x-editor, x-reason, x-trace$/);
  });

  it('are refused by name, together with every other problem', async () => {
    const { status, body } = await send({ 'x-editor': 'fax', 'x-reason': 'too long' }, { name: '' }, '?slow=1');
    expect([status, Object.keys(body.error.details.fieldErrors).sort()]).toEqual([
      422,
      ['name', 'slow', 'x-editor', 'x-reason'],
    ]);
  });

  it('are not an argument of a handler whose operation declares none', () => {
    expectTypeOf<HandlerArgs<typeof plain>>().not.toHaveProperty('headers');
  });
});
