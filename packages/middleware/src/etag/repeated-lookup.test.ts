import { ApiError } from '@contract-kit/http-spec';
import { dataOf, operation } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createFetchHandler } from '../adapters/fetch.ts';
import { createApi } from '../core/api.ts';
import {
  type Authenticator,
  type Caller,
  createIdempotency,
  createMemoryIdempotencyStore,
  createMemoryRateLimitStore,
  type Handlers,
} from '../index.ts';

const TextSchema = z.strictObject({ text: z.string() });
const one = {
  path: '/notes/:id',
  summary: 'Change a note',
  resource: 'note',
  entityTag: 'write',
  pathParams: z.object({ id: z.string() }),
  body: TextSchema,
  responses: { 200: dataOf(TextSchema) },
} as const;
const contract = initContract().router({
  patch: operation({ ...one, id: 'notes.patch', method: 'PATCH', idempotency: 'accepted' }),
  put: operation({ ...one, id: 'notes.put', method: 'PUT', missing: 'create' }),
});

/** How often the note was looked up, and what its handlers throw. */
let lookups = 0;
let refusal: Error | null = null;
beforeEach(() => {
  lookups = 0;
  refusal = null;
});

const change = async ({ body }: { readonly body: z.infer<typeof TextSchema> }) => {
  if (refusal !== null) throw refusal;
  return { status: 200 as const, headers: { ETag: '"n1.2"' }, body: { data: body } };
};
const handlers: Handlers<typeof contract, object, Caller> = { patch: change, put: change };
const everyone: Authenticator<Caller> = {
  credential: 'nothing',
  hint: '',
  reads: [],
  challenge: 'None',
  authenticate: () => ({ subject: 'ada', tenantId: 't', scopes: new Set<string>() }),
};
const limit = { name: 'standard', limit: 1_000, windowMs: 60_000 };
const handle = createFetchHandler(
  createApi<typeof contract, object, Caller>({
    contract,
    handlers,
    auth: { apiKey: everyone },
    rateLimit: { store: createMemoryRateLimitStore(), policies: { standard: limit }, addressPolicy: limit },
    idempotency: createIdempotency({ store: createMemoryIdempotencyStore() }),
    lookups: {
      note: {
        async repeatedByHandlers({ params }) {
          lookups += 1;
          return params.id === 'n1' ? { entityTag: { value: 'n1.1', weak: false } } : null;
        },
      },
    },
  }),
);

interface Sent {
  readonly method?: string;
  readonly id?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The status of a change, and how often it looked the note up. */
async function send({ method = 'PATCH', id = 'n1', body = { text: 'x' }, headers = {} }: Sent) {
  const response = await handle(
    new Request(`http://localhost/notes/${id}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  );
  return [response.status, lookups];
}

const stale = { 'if-match': '"n1.0"' };

describe('a lookup that handlers repeat', () => {
  it('is not made for a change that nothing but its handler refuses', async () => {
    expect(await send({ headers: { 'if-match': '"n1.1"' } })).toEqual([200, 0]);
    refusal = new ApiError('precondition_failed', 'Another tag.');
    expect(await send({ headers: stale })).toEqual([412, 0]);
  });

  it('comes before a body that is not valid', async () => {
    expect(await send({ body: {}, headers: stale })).toEqual([412, 1]);
    expect(await send({ body: {}, id: 'n2' })).toEqual([404, 2]);
    expect(await send({ body: {} })).toEqual([422, 3]);
  });

  it('comes before what else a handler refuses', async () => {
    refusal = new ApiError('conflict', 'Not now.');
    expect(await send({ headers: stale })).toEqual([412, 1]);
    expect(await send({ id: 'n2' })).toEqual([404, 2]);
    expect(await send({})).toEqual([409, 3]);
  });

  it('is made first for a request with a key, and for one that may create the record', async () => {
    refusal = new Error('The handler must not run.');
    expect(await send({ headers: { ...stale, 'idempotency-key': 'once' } })).toEqual([412, 1]);
    expect(await send({ method: 'PUT', headers: stale })).toEqual([412, 2]);
  });
});
