import type { Event, Scope } from '@product-content/contract';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { follow } from '#testing/events/feed-reader.ts';
import { createTestWorkspace, settled } from '#testing/index.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { encodeId } from '../../kernel/index.ts';
import { appendEvents } from '../../storage/index.ts';

let app: TestApp;
let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;

/** `job.failed` with what failed, other events by their type. */
const nameOf = ({ type, data }: Event) => (type === 'job.failed' ? `${type}: ${data.type}` : type);

async function apiOf(scopes: readonly Scope[] | undefined) {
  const key = await app.createKey(scopes, workspace);
  const send = async (method: string, path: string, body?: object) => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const response = await fetch(app.baseUrl + path, { method, headers, body: body && JSON.stringify(body) });
    return { status: response.status, text: await response.text() };
  };
  return { send, get: (path: string) => send('GET', path) };
}

beforeAll(async () => {
  app = await startTestApp();
  const { database } = app.container;
  workspace = await createTestWorkspace(database);
  const { send } = await apiOf(undefined);
  await send('POST', '/products', { sku: 'MUG', name: 'Mug' });
  await send('POST', '/attributes', { code: 'color', type: 'text' });
  await send('POST', '/assets', { url: 'https://cdn.example.com/mug.png', download: false });
  const failed = (type: string, jobId: string) => ({
    ...{ id: v7(), type: 'job.failed', subjectId: v7() },
    payload: { jobId, type, status: 'failed', result: { error: { code: 'switched_off', message: 'It failed.' } } },
  });
  const events = [
    failed('import', encodeId('job', v7())),
    failed('channel.publish', encodeId('job', v7())),
    failed('webhook.delivery', encodeId('webhook', v7())),
  ];
  await database.transaction(async (tx) => appendEvents(tx, workspace.id, events, new Date()));
  await settled(database);
});
afterAll(() => app.stop());

describe('the feed', () => {
  it.each<[readonly Scope[] | undefined, string[]]>([
    [
      undefined,
      [
        ...['product.created', 'attribute.created', 'asset.created'],
        ...['job.failed: import', 'job.failed: channel.publish', 'job.failed: webhook.delivery'],
      ],
    ],
    [
      ['products:read', 'catalog:read'],
      ['product.created', 'attribute.created', 'job.failed: import'],
    ],
    [['catalog:read'], ['attribute.created']],
    [['assets:read'], ['asset.created']],
    [['channels:write'], ['job.failed: channel.publish']],
    [['webhooks:write'], ['job.failed: webhook.delivery']],
  ])('shows a key with %j what it may read', async (scopes, expected) => {
    const { events } = await follow(await apiOf(scopes), null, 'limit=1');
    expect(events.map(nameOf)).toEqual(expected);
  });

  it('returns 403 when a key requests what it may not read, and names the scope', async () => {
    const { get } = await apiOf(['products:read', 'catalog:read']);
    const { status, text } = await get('/events?types=product.created,asset.created');
    expect(status).toBe(403);
    expect(JSON.parse(text).error.message).toBe('The API key needs the scope "assets:read" to read asset.created.');
  });

  it('is forbidden to a key that may read none of its events', async () => {
    expect((await (await apiOf(['catalog:write'])).get('/events')).status).toBe(403);
  });
});
