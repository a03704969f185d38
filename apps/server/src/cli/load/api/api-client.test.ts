import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorBody, scriptedServer } from '../testing/scripted-server.ts';
import { createApiClient } from './api-client.ts';

const get = { method: 'GET', path: '/me', data: z.object({ name: z.string() }) } as const;
const post = { method: 'POST', path: '/products', body: '{"sku":"A"}', data: z.unknown() } as const;
const success = { body: { data: { name: 'demo' } } };

async function clientOf(...args: Parameters<typeof scriptedServer>) {
  const server = await scriptedServer(...args);
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  return { ...server, waits, client: createApiClient({ baseUrl: server.baseUrl, key: 'pcm_key', attempts: 4, wait }) };
}

describe('the API client', () => {
  it('gives the data of an answer and sends the key', async () => {
    const { client, requests } = await clientOf(() => success);
    expect(await client(get)).toEqual({ name: 'demo' });
    expect(requests[0]).toMatchObject({
      method: 'GET',
      url: '/api/v1/me',
      headers: { authorization: 'Bearer pcm_key' },
    });
  });

  it('retries with the same Idempotency-Key, and gives the next request another', async () => {
    const { client, requests } = await clientOf((_, count) =>
      count === 1 ? { status: 503, body: errorBody('internal_error') } : success,
    );
    await client(post);
    await client(post);
    const keys = requests.map((request) => request.headers['idempotency-key']);
    expect(keys[0]).toMatch(/^load-/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('sends again what got no answer', async () => {
    const { client, requests } = await clientOf((_, count) => (count < 3 ? { hangUp: true } : success));
    await client(post);
    expect(requests).toHaveLength(3);
  });

  it('waits as Retry-After says', async () => {
    const { client, waits } = await clientOf((_, count) =>
      count === 1 ? { status: 429, headers: { 'retry-after': '9' }, body: errorBody('rate_limited') } : success,
    );
    await client(get);
    expect(waits).toEqual([9_000]);
  });

  it('holds back the next request when none is left in the window', async () => {
    const reset = String(Math.floor(Date.now() / 1000) + 3_600);
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
    const { client, waits } = await clientOf((_, count) => (count === 1 ? { ...success, headers } : success));
    await client(get);
    expect(waits).toEqual([]);
    await client(get);
    expect(waits).toEqual([60_000]);
  });

  it('fails at once with what the API says, field by field', async () => {
    const body = errorBody('validation_failed', 'Invalid.', { sku: 'Is taken.' });
    const { client, requests } = await clientOf(() => ({ status: 422, body }));
    await expect(client(post)).rejects.toMatchObject({
      status: 422,
      code: 'validation_failed',
      fieldErrors: { sku: 'Is taken.' },
      requestId: 'req_1',
      isAboutTheRecord: true,
    });
    expect(requests).toHaveLength(1);
  });

  it('gives up after its attempts', async () => {
    const { client, requests } = await clientOf(() => ({ status: 500, body: errorBody('internal_error') }));
    await expect(client(get)).rejects.toMatchObject({ status: 500, isAboutTheRecord: false });
    expect(requests).toHaveLength(4);
  });

  it('does not take an answer that is not the contract’s', async () => {
    const { client } = await clientOf(() => ({ body: { data: { name: 7 } } }));
    await expect(client(get)).rejects.toThrow(/data\.name/);
  });

  it('names the request when no server answers', async () => {
    const client = createApiClient({ baseUrl: 'http://127.0.0.1:1/api/v1', key: 'k', attempts: 1 });
    await expect(client(get)).rejects.toMatchObject({
      code: 'no_response',
      message: expect.stringContaining('GET /me'),
    });
  });
});
