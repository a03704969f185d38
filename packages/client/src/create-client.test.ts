import { describe, expect, it } from 'vitest';
import { notesContract } from '../test-support/notes-contract.ts';
import { failure, script } from '../test-support/scripted-server.ts';
import { ApiRequestError, createClient, isApiError, isErrorOf } from './index.ts';

const note = { id: 'n 1', text: 'x', stars: 0 };

describe('a call', () => {
  it('sends the request that the contract declares, with the key', async () => {
    const { client, requests } = await script([{ status: 200, body: { data: note } }]);
    await client.notes.patch({ params: { id: 'a/b c' }, body: { stars: 1 }, ifMatch: '"1"', headers: { 'x-a': 'b' } });
    expect(requests).toMatchObject([{ method: 'PATCH', url: '/v1/notes/a%2Fb%20c', body: '{"stars":1}' }]);
    expect(requests[0]?.headers).toMatchObject({
      authorization: 'Bearer secret',
      'if-match': '"1"',
      'content-type': 'application/json',
      'x-a': 'b',
    });
  });

  it('returns the body, the tag and the rate limit of the response', async () => {
    const headers = {
      etag: '"n1.3"',
      'x-request-id': 'req_7',
      'x-ratelimit-limit': '600',
      'x-ratelimit-remaining': '599',
      'x-ratelimit-reset': '1700000000',
    };
    const { client } = await script([{ status: 200, headers, body: { data: note } }]);
    const response = await client.notes.get({ params: { id: 'n1' } });
    expect(response).toMatchObject({ status: 200, etag: '"n1.3"', requestId: 'req_7', replayed: false });
    expect(response.rate).toEqual({ limit: 600, remaining: 599, resetAt: new Date(1_700_000_000_000) });
    expect(response.body.data.text).toBe('x');
  });

  it('writes lists, dates and numbers into the query, and leaves out what is undefined', async () => {
    const { client, requests } = await script([{ status: 200, body: { data: [], pagination: { hasMore: false } } }]);
    await client.notes.list({ query: { tags: ['a', 'b c'], limit: 5, page: undefined } });
    expect(requests[0]?.url).toBe('/v1/notes?tags=a%2Cb+c&limit=5');
  });

  it('sends declared header fields, the condition that is required, and a key with any method that accepts one', async () => {
    const { client, requests } = await script([{ status: 200, body: { data: note } }]);
    const headers = { 'x-editor': 'web', 'x-other': '1' } as const;
    await client.notes.put({ params: { id: 'n1' }, body: { text: 'y' }, headers, ifMatch: '"1"' });
    expect(requests[0]).toMatchObject({
      method: 'PUT',
      headers: { ...headers, 'if-match': '"1"', 'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
  });

  it('has no body for 204 and 304', async () => {
    const { client, requests } = await script([{ status: 204 }, { status: 304, headers: { etag: '"1"' } }]);
    expect(await client.notes.remove({ params: { id: 'n1' } })).toMatchObject({ status: 204, body: undefined });
    const unchanged = await client.notes.get({ params: { id: 'n1' }, ifNoneMatch: '"1"' });
    expect(unchanged).toMatchObject({ status: 304, body: undefined, etag: '"1"' });
    expect(requests[1]?.headers['if-none-match']).toBe('"1"');
  });

  it('calls the function of a renewable key before each call', async () => {
    let renewals = 0;
    const { client, requests } = await script([{ status: 204 }], { apiKey: async () => `key${++renewals}` });
    await client.notes.remove({ params: { id: 'n1' } });
    await client.notes.remove({ params: { id: 'n1' } });
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer key1', 'Bearer key2']);
  });

  it('fails before it is sent when a parameter is missing', async () => {
    const { client, requests } = await script([{ status: 204 }]);
    await expect(client.notes.remove({ params: { id: '' } })).rejects.toThrow('/notes/:id needs the parameter "id"');
    expect(requests).toEqual([]);
  });

  it('needs a base address', () => {
    expect(() => createClient(notesContract, { baseUrl: '/api' })).toThrow('"/api" is not a base address');
  });
});

describe('a failure', () => {
  it('is thrown with its code, fields and request id', async () => {
    const details = { fieldErrors: { stars: 'Must be an integer.' } };
    const { client } = await script([failure(422, 'validation_failed', { details })]);
    const error = await client.notes.create({ body: { text: 'x' } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiRequestError);
    expect(error).toMatchObject({
      operationId: 'notes.create',
      status: 422,
      code: 'validation_failed',
      fieldErrors: { stars: 'Must be an integer.' },
      requestId: 'req_1',
    });
    expect(String(error)).toContain('notes.create failed with 422 validation_failed: It is validation_failed.');
    expect(isApiError(error, 'conflict', 'validation_failed')).toBe(true);
    expect(isApiError(error, 'conflict')).toBe(false);
    expect(isApiError(new Error('x'))).toBe(false);
  });

  it('is returned as a value by safe(), distinguished by code', async () => {
    const { client } = await script([failure(409, 'conflict'), { status: 201, body: { data: note } }]);
    const refused = await client.notes.create.safe({ body: { text: 'x' } });
    expect(refused.ok || refused.error.code).toBe('conflict');
    const created = await client.notes.create.safe({ body: { text: 'x' } });
    expect(created.ok && created.response.body.data).toEqual(note);
  });

  it('with a code of the API has its declared details', async () => {
    const { client } = await script([failure(402, 'quota_exceeded', { details: { limit: 3 } })]);
    const refused = await client.notes.create.safe({ body: { text: 'x' } });
    expect(!refused.ok && refused.error.code === 'quota_exceeded' && refused.error.details.limit).toBe(3);
  });

  it('that is thrown names its operation', async () => {
    const { client } = await script([failure(402, 'quota_exceeded', { details: { limit: 3 } })]);
    const error: unknown = await client.notes.create({ body: { text: 'x' } }).catch((thrown: unknown) => thrown);
    expect(isErrorOf(client.notes.create, error) && error.code === 'quota_exceeded' && error.details.limit).toBe(3);
    expect(isErrorOf(client.notes.patch, error)).toBe(false);
    expect(isErrorOf(client.notes.create, new Error('x'))).toBe(false);
    expect(isApiError(error, 'quota_exceeded')).toBe(true);
  });

  it('is read in the form of its contract, including problem details', async () => {
    const problem = { type: 'about:blank', title: 'Payment Required', status: 402, detail: 'Full.' };
    const body = { ...problem, code: 'quota_exceeded', requestId: 'req_1', details: { limit: 3 } };
    const headers = { 'content-type': 'application/problem+json' };
    const { problems } = await script([{ status: 402, headers, body }]);
    const refused = await problems.create.safe({ body: { text: 'x' } });
    expect(!refused.ok && refused.error.code === 'quota_exceeded' && refused.error.details).toEqual({ limit: 3 });
    expect(!refused.ok && refused.error).toMatchObject({ reason: 'Full.', requestId: 'req_1', status: 402 });
  });

  it('of a proxy has the code unknown and the message of the proxy', async () => {
    const { client } = await script([{ status: 403, headers: { 'content-type': 'text/html' }, body: '<h1>No</h1>' }]);
    const error = await client.notes.get({ params: { id: 'n1' } }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 403, code: 'unknown', message: expect.stringContaining('Forbidden') });
  });
});
