import { describe, expect, it } from 'vitest';
import { failure, script } from '../../test-support/scripted-server.ts';
import type { RequestNotice, ResponseNotice } from '../index.ts';

const created = { status: 201, body: { data: { id: 'n1', text: 'x', stars: 0 } } };
const body = { text: 'x' };

describe('hooks', () => {
  it('are called around each attempt, with the name of the operation', async () => {
    const calls: string[] = [];
    const { client } = await script([failure(500, 'internal_error'), created], {
      beforeRequest: ({ operationId, attempt, method, url }) =>
        void calls.push(`${attempt} ${operationId} ${method} ${new URL(url).pathname}`),
      afterResponse: ({ operationId, attempt, response }) =>
        void calls.push(`${attempt} ${operationId} ${response.status}`),
      onRetry: ({ operationId, attempts }) => void calls.push(`${operationId} after ${attempts}`),
    });
    await client.notes.create({ body });
    expect(calls).toEqual([
      '1 notes.create POST /v1/notes',
      '1 notes.create 500',
      'notes.create after 1',
      '2 notes.create POST /v1/notes',
      '2 notes.create 201',
    ]);
  });

  it('add headers to the attempt they are called for', async () => {
    const { client, requests } = await script([failure(500, 'internal_error'), created], {
      beforeRequest: async ({ headers, attempt }: RequestNotice) => {
        if (attempt === 1) headers.set('traceparent', 'one');
      },
    });
    await client.notes.create({ body });
    expect(requests.map(({ headers }) => headers.traceparent)).toEqual(['one', undefined]);
  });

  it('see responses with their bodies, and how long they took', async () => {
    const seen: unknown[] = [];
    const { client } = await script([created], {
      afterResponse: async ({ response, durationMs }: ResponseNotice) => {
        seen.push(await response.clone().json(), durationMs >= 0);
      },
    });
    expect((await client.notes.create({ body })).body).toEqual(created.body);
    expect(seen).toEqual([created.body, true]);
  });

  it('end the call with the error they throw', async () => {
    const stop = () => {
      throw new Error('not now');
    };
    const before = await script([created], { beforeRequest: stop });
    await expect(before.client.notes.create({ body })).rejects.toThrow('not now');
    expect(before.requests).toEqual([]);
    const after = await script([created], { afterResponse: stop });
    await expect(after.client.notes.create({ body })).rejects.toThrow('not now');
    expect(after.requests).toHaveLength(1);
  });
});
