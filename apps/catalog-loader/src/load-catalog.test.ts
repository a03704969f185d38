import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorBody, type ReceivedRequest, type ScriptedResponse, scriptedServer } from '../testing/scripted-server.ts';
import { sourceFolder } from '../testing/source-files.ts';
import { targetWorkspace } from '../testing/target-workspace.ts';
import { findCatalog } from './catalogs/find-reader.ts';
import { loadCatalog } from './load-catalog.ts';
import { createLines } from './report/progress.ts';

/** The API's response to a load of one product, by path. */
function respond({ url, body }: ReceivedRequest): ScriptedResponse {
  const path = url.replace('/api/v1', '');
  if (path === '/me') {
    return { body: { data: { workspace: targetWorkspace } } };
  }
  if (path !== '/products/bulk') return { body: { data: [] } };
  const [{ sku }] = JSON.parse(body).items;
  const summary = { total: 1, created: 1, updated: 0, unchanged: 0, failed: 0 };
  return { body: { data: { results: [{ index: 0, sku, status: 'created' }], summary } } };
}

/** Loads one product; `script` may respond instead of the API, by path and the number of requests to it. */
async function load(script: (path: string, count: number) => ScriptedResponse | undefined) {
  const counts = new Map<string, number>();
  const { baseUrl, requests } = await scriptedServer((request) => {
    const path = request.url.replace('/api/v1', '');
    counts.set(path, (counts.get(path) ?? 0) + 1);
    return script(path, counts.get(path) ?? 0) ?? respond(request);
  });
  const lines: string[] = [];
  const loaded = loadCatalog({
    api: { baseUrl, key: 'pcm_key', retry: { baseMs: 1 } },
    catalog: await findCatalog(await sourceFolder({ 'products.ndjson': '{"sku":"A","name":"A"}\n' }), '/nowhere'),
    progress: createLines((line) => lines.push(line)),
  });
  const bulk = () => requests.filter(({ url }) => basename(url) === 'bulk');
  return { loaded, lines, requests, bulk };
}

describe('loadCatalog', () => {
  it('sends the key with every request', async () => {
    const { loaded, requests } = await load(() => undefined);
    expect((await loaded).accountedFor).toBe(true);
    expect(new Set(requests.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer pcm_key']));
  });

  it('sends products again with the same Idempotency-Key when the connection is lost', async () => {
    const { loaded, bulk, lines } = await load((path, count) =>
      path === '/products/bulk' && count < 3 ? { hangUp: true } : undefined,
    );
    expect((await loaded).records.simpleProducts.created).toBe(1);
    expect(bulk()).toHaveLength(3);
    expect(new Set(bulk().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(lines).toContainEqual(expect.stringMatching(/^waiting 1 s \(/));
  });

  it('waits as the server asks when the rate limit is reached, and says so', async () => {
    const { loaded, lines } = await load((path, count) =>
      path === '/attributes' && count === 1
        ? { status: 429, headers: { 'retry-after': '0' }, body: errorBody('rate_limited') }
        : undefined,
    );
    expect((await loaded).accountedFor).toBe(true);
    expect(lines).toContain('waiting 0 s (rate_limited)');
  });

  it('fails immediately when the key lacks a scope', async () => {
    const { loaded, requests } = await load((path) =>
      path === '/attribute-groups' ? { status: 403, body: errorBody('forbidden') } : undefined,
    );
    await expect(loaded).rejects.toMatchObject({ code: 'forbidden', operationId: 'attributeGroups.list' });
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['another body', { body: { name: 'Another API' } }],
    ['a web page', { headers: { 'content-type': 'text/html' }, body: '<html>' }],
  ])('says that the server serves another API when it responds with %s', async (_, response) => {
    const { loaded } = await load(() => response);
    await expect(loaded).rejects.toThrow(/^The server at http:.* does not serve this API: name another address/);
  });

  it('does not follow a redirect, which would lose the key', async () => {
    const { loaded } = await load(() => ({ status: 301, headers: { location: 'https://api.example.com/' } }));
    await expect(loaded).rejects.toMatchObject({ status: 301, operationId: 'meta.me' });
  });
});
