import { describe, expect, it } from 'vitest';
import { callerOf, startLists } from '../test-support/call.ts';
import { contract } from '../test-support/lists-contract.ts';
import { createMock } from './index.ts';

const groceries = { code: 'groceries', name: 'Groceries' };

describe('the policies of a contract', () => {
  it('are those of the real pipeline: a stale tag is 412, and a repeated key replays', async () => {
    const { send } = startLists();
    await send('POST /lists', groceries);
    const tag = (await send('GET /lists/groceries')).headers.get('etag') as string;
    expect((await send('PATCH /lists/groceries', { name: 'A' }, { 'if-match': tag })).status).toBe(200);
    expect((await send('PATCH /lists/groceries', { name: 'B' }, { 'if-match': tag })).status).toBe(412);
    const keyed = { 'idempotency-key': 'once' };
    const first = await send('POST /lists', { code: 'chores', name: 'Chores' }, keyed);
    const second = await send('POST /lists', { code: 'chores', name: 'Chores' }, keyed);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  it('let exactly one of several writers with the same tag win', async () => {
    const { send } = startLists();
    await send('POST /lists', groceries);
    const tag = (await send('GET /lists/groceries')).headers.get('etag') as string;
    const names = ['A', 'B', 'C'];
    const sent = names.map((name) => send('PATCH /lists/groceries', { name }, { 'if-match': tag }));
    expect((await Promise.all(sent)).map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });

  it('name each wrong field', async () => {
    const { send } = startLists();
    const { status, text } = await send('POST /lists', { code: 'groceries', nme: 'Groceries' });
    expect(status).toBe(422);
    expect(text).toContain('"name"');
    expect(text).toContain('"nme"');
  });

  it('count requests against the limits the contract states, or those of the options', async () => {
    const { send } = startLists();
    const statuses = [await send('GET /settings'), await send('GET /settings'), await send('GET /settings')];
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(statuses[2]?.headers.get('retry-after')).toMatch(/^\d+$/);
    const wider = startLists({ limits: { rare: { limit: 9, windowMs: 60_000 } } });
    expect((await wider.send('GET /settings')).headers.get('x-ratelimit-limit')).toBe('9');
    expect(() => createMock(contract, { limits: { none: { limit: 1, windowMs: 1 } } })).toThrow('limits.none');
  });
});

it('pages of any origin may call the mock, with Prefer', async () => {
  const { mock } = startLists();
  const origin = 'https://app.example.com';
  const headers = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'prefer' };
  const response = await mock.fetch(new Request('http://mock/lists', { method: 'OPTIONS', headers }));
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('prefer');
});

describe('credentials', () => {
  it('are accepted with any value and every scope, if they have the form of a scheme', async () => {
    const { mock } = startLists();
    const list = (headers: Readonly<Record<string, string>>) =>
      mock.fetch(new Request('http://mock/lists', { headers })).then(({ status }) => status);
    expect(await list({ 'x-api-key': 'k' })).toBe(200);
    expect(await list({ authorization: 'Bearer k' })).toBe(200);
    expect(await list({})).toBe(401);
    expect(await list({ authorization: 'Basic azprCg==' })).toBe(401);
    expect(await list({ authorization: 'Bearer k', 'x-api-key': 'other' })).toBe(401);
  });

  it('are only those of the options if there are any, each with its tenant and scopes', async () => {
    const mock = createMock(contract, {
      keys: { ada: { tenantId: 'a' }, reader: { tenantId: 'a', scopes: ['read'] }, grace: { tenantId: 'b' } },
    });
    await callerOf(mock, 'ada')('POST /lists', groceries);
    expect((await callerOf(mock, 'grace')('GET /lists/groceries')).status).toBe(404);
    const asReader = callerOf(mock, 'reader');
    expect((await asReader('GET /lists?q=Groceries')).rows).toHaveLength(1);
    expect((await asReader('POST /lists', groceries)).code).toBe('forbidden');
    expect((await callerOf(mock, 'nobody')('GET /lists')).code).toBe('unauthorized');
  });
});

describe('Prefer', () => {
  it('selects an outcome by status or error code, with the details of the code', async () => {
    const { send } = startLists();
    const ask = (code: string) => send('POST /lists', groceries, { prefer: `code=${code}` });
    const conflict = await ask('409');
    expect([conflict.status, conflict.code]).toEqual([409, 'conflict']);
    expect(conflict.headers.get('preference-applied')).toBe('code=409');
    expect((await ask('list_full')).body.error).toMatchObject({ code: 'list_full', details: { room: 0 } });
    expect((await ask('429')).headers.get('retry-after')).toBe('1');
    expect((await ask('500')).code).toBe('internal_error');
    expect((await send('PUT /lists/chores', { name: 'Chores' }, { prefer: 'code=200' })).status).toBe(200);
  });

  it('is a 400 for an outcome the operation does not declare', async () => {
    const { send } = startLists();
    const { status, text } = await send('GET /lists', undefined, { prefer: 'code=418' });
    expect(status).toBe(400);
    expect(text).toContain('lists.list has no outcome 418; it has 200, 400, 401, 403');
  });

  it('delays a response, and is ignored with other preferences', async () => {
    const { send } = startLists({ latencyMs: 1 });
    expect((await send('GET /lists', undefined, { prefer: 'respond-async, latency=1' })).status).toBe(200);
    expect((await send('GET /lists', undefined, { prefer: 'latency=soon' })).status).toBe(200);
    expect(() => startLists({ latencyMs: 10_001 })).toThrow('latencyMs must be 0 to 10,000.');
  });
});

it('the same seed and the same requests give the same bodies, another seed gives others', async () => {
  const play = async (seed: number) => {
    const { send } = startLists({ seed });
    const sent = [
      await send('GET /lists'),
      await send('POST /lists', groceries),
      await send('PATCH /lists/groceries', { color: 'green' }),
      await send('GET /lists/none'),
      await send('POST /lists/groceries/clear'),
      await send('GET /lists?limit=2'),
      await send('GET /lists/groceries/export'),
      await send('POST /webhooks', { url: 'https://example.com/', events: ['*'] }),
    ];
    return sent.map(({ text }) => text);
  };
  const first = await play(7);
  expect(await play(7)).toEqual(first);
  const other = await play(8);
  expect(other[0]).not.toBe(first[0]);
  expect(other[1]).not.toBe(first[1]);
});

it('bodies have the time of the given clock', async () => {
  const { send } = startLists({ now: () => Date.UTC(2030, 4, 17) });
  expect((await send('POST /lists', groceries)).data.createdAt).toBe('2030-05-17T00:00:00.000Z');
});
