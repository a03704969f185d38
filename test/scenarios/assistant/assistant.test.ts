import { createTools } from '@contract-kit/mcp';
import { allScopes, contract } from '@product-content/contract';
import { type App, startApp, type Workspace } from '@product-content/test-support/app-server';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Assistant, connect, type ToolResponse } from './connect.ts';

let app: App;
let workspace: Workspace;
let key: string;

beforeAll(async () => {
  app = await startApp();
  workspace = await app.createWorkspace();
  ({ key } = await app.createKey(workspace));
});

describe.each([false, true])('an assistant (previous revisions: %s)', (legacy) => {
  it('works on products from search to status', async () => {
    const { client, call } = await connect(app, key, { legacy });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(
      createTools(contract).map(({ name }) => name),
    );
    const sku = `MCP-${legacy}`;
    const me = await call('get_workspace');
    expect(me.value).toMatchObject({ data: { workspace: { defaultLocale: 'en' } } });
    await call('create_category', { code: `lamps-${legacy}`, name: 'Lamps' });
    const created = await call('create_product', { sku, name: 'Lamp', category: `lamps-${legacy}` });
    expect(created.value).toMatchObject({ status: 201, etag: expect.any(String), data: { sku, version: 1 } });
    const found = await call('find_incomplete_products', { category: [`lamps-${legacy}`] });
    expect(found.value.data).toEqual([{ sku, type: 'simple', status: 'draft', name: 'Lamp', completeness: 40 }]);
    const changed = await call('update_product', {
      idOrSku: sku,
      expectedVersion: 1,
      description: 'Bright.',
      translations: { de: { name: 'Lampe' } },
      fields: ['version', 'translations.de.name'],
    });
    expect(changed.value).toMatchObject({ data: { version: 2, translations: { de: { name: 'Lampe' } } } });
    const stale = await call('update_product', { idOrSku: sku, expectedVersion: 1, name: 'Old' });
    expect(stale).toMatchObject({ isError: true, value: { error: { code: 'conflict' } } });
    const approved = await call('set_product_status', { idOrSku: sku, status: 'approved' });
    expect(approved.value).toMatchObject({ status: 200, data: { sku, status: 'approved', version: 3 } });
    const bulk = await call('bulk_upsert_products', {
      items: [
        { sku, stock: 3 },
        { sku: 'no spaces', name: 'x' },
      ],
    });
    expect(bulk.value).toMatchObject({ data: { summary: { updated: 1, failed: 1 } } });
    expect((await call('delete_product', { idOrSku: sku })).value).toEqual({ status: 204 });
  });
});

describe('the list of tools', () => {
  it('stays small: a model pays for it in every conversation', async () => {
    const { client } = await connect(app, key);
    expect(JSON.stringify(await client.listTools()).length).toBeLessThan(110_000);
    const { key: editor } = await app.createKey(workspace, ['products:read', 'products:write', 'catalog:read']);
    expect(JSON.stringify(await (await connect(app, editor)).client.listTools()).length).toBeLessThan(70_000);
  });
});

// Each test goes on from the one before.
describe('work in the background', { shuffle: false }, () => {
  it('imports text, first as a dry run, and exports', async () => {
    const { call } = await connect(app, key);
    const file = 'sku,name,price\nTXT-1,First,10\nTXT-2,,-5\n';
    const tried = await call('import_products', { file, fields: ['jobId', 'dryRun', 'mapping'] });
    expect(tried.value).toMatchObject({ status: 202, data: { dryRun: true, mapping: { sku: 'sku', name: 'name' } } });
    expect(await resultOf(call, tried)).toMatchObject({ status: 'completed', errorCount: 1 });
    expect((await call('get_product', { idOrSku: 'TXT-1' })).isError).toBe(true);
    const done = await call('import_products', { file, dryRun: false });
    expect(await resultOf(call, done)).toMatchObject({ status: 'completed', errorCount: 1, result: { created: 1 } });
    expect((await call('get_product', { idOrSku: 'TXT-1' })).value).toMatchObject({ data: { price: 10 } });
    const wrong = await call('import_products', { file: '', nonsense: 1 });
    expect(wrong.value).toMatchObject({ error: { fieldErrors: { nonsense: 'Unknown argument.' } } });
    const exported = await call('export_products', { filter: { sku: ['TXT-1'] }, columns: ['sku', 'price'] });
    expect(await resultOf(call, exported)).toMatchObject({ status: 'completed', result: { count: 1 } });
  });

  it('imports a workbook from its bytes', async () => {
    const { call } = await connect(app, key);
    const rows = await call('export_products', {
      filter: { sku: ['TXT-1'] },
      columns: ['sku', 'name'],
      format: 'xlsx',
    });
    const { links } = (await resultOf(call, rows)) as { links: { download: string } };
    const download = await fetch(links.download, { headers: { authorization: `Bearer ${key}` } });
    const bytes = Buffer.from(await download.arrayBuffer()).toString('base64');
    const mapping = { sku: 'sku', name: 'translations.de.name' };
    const accepted = await call('import_products', {
      file: `data:;base64,${bytes}`,
      mapping,
      dryRun: false,
      fields: [],
    });
    expect(accepted.value).toMatchObject({ data: { detected: { format: 'xlsx' } } });
    expect(await resultOf(call, accepted)).toMatchObject({ status: 'completed', result: { updated: 1 } });
    const broken = await call('import_products', { file: 'data:;base64,***' });
    expect(broken.value).toMatchObject({ error: { fieldErrors: { file: expect.stringContaining('base64') } } });
  });

  it('accepts no asset from a private address', async () => {
    const { call } = await connect(app, key);
    const refused = await call('add_asset_from_url', { url: 'https://127.0.0.1/x.png' });
    expect(refused.value).toMatchObject({
      error: { code: 'validation_failed', fieldErrors: { url: expect.any(String) } },
    });
  });
});

/** A job as it is when it has ended. */
async function resultOf(call: Assistant['call'], accepted: ToolResponse): Promise<unknown> {
  const { jobId } = accepted.value.data as { jobId: string };
  const ended = async () => (await call('get_job', { jobId })).value.data as { status: string };
  await expect.poll(async () => (await ended()).status).toMatch(/completed|failed/);
  return ended();
}

describe('what an assistant may do', () => {
  it('is limited by the scopes of its key', async () => {
    const tools = createTools(contract);
    for (const scope of allScopes) {
      const { client } = await connect(app, (await app.createKey(workspace, [scope])).key);
      const shown = (await client.listTools()).tools.map(({ name }) => name);
      const allowed = tools.filter(
        ({ policy }) =>
          policy.scopes.every((needed) => needed === scope) && (policy.anyScopes?.includes(scope) ?? true),
      );
      expect(shown).toEqual(allowed.map(({ name }) => name));
    }
    const reader = await connect(app, (await app.createKey(workspace, ['products:read'])).key);
    await expect(reader.call('delete_product', { idOrSku: 'X' })).rejects.toThrow('There is no tool');
  });

  it('finds products by relevance when it is given words', async () => {
    const { call } = await connect(app, key);
    await call('create_product', { sku: 'TEAPOT-1', name: 'Samovar' });
    expect((await call('search_products', { q: 'samvoar' })).value).toMatchObject({ data: [{ sku: 'TEAPOT-1' }] });
    expect((await call('search_products', { q: 'samvoar', sort: 'sku:asc' })).value).toMatchObject({ data: [] });
  });

  it('is limited to its workspace', async () => {
    const stranger = await connect(app, (await app.createKey(await app.createWorkspace())).key);
    const own = await connect(app, key);
    const { value } = await own.call('create_product', { sku: 'OWN', name: 'Own' });
    const { id } = value.data as { id: string };
    for (const idOrSku of [id, 'OWN']) {
      const response = await stranger.call('get_product', { idOrSku });
      expect(response).toMatchObject({ isError: true, value: { error: { code: 'not_found' } } });
    }
    expect((await stranger.call('search_products', { q: 'Own' })).value).toMatchObject({ data: [] });
  });

  it('is limited to 600 requests per minute, its own and those over REST together', async () => {
    const { key: counted } = await app.createKey(workspace);
    const { call } = await connect(app, counted);
    const api = app.api(counted);
    const spent = 600 - Number((await api.get('/me')).headers.get('x-ratelimit-remaining'));
    const overRest = async () => (await api.get('/products?limit=1')).status === 200;
    const asTool = () =>
      call('search_products', { limit: 1 }).then(
        ({ isError }) => !isError,
        () => false,
      );
    let admitted = 0;
    for (let sent = 0; sent < 620; sent += 40) {
      const responses = await Promise.all(
        Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? overRest() : asTool())),
      );
      admitted += responses.filter(Boolean).length;
    }
    expect(spent + admitted).toBe(600);
    expect((await api.get('/products')).headers.get('retry-after')).toMatch(/^\d+$/);
    await expect(call('search_products')).rejects.toMatchObject({ data: { status: 429 } });
  });
});

describe('what an assistant can read', () => {
  it('includes the schema of attributes, the tree of categories, and tasks', async () => {
    const { client, call } = await connect(app, key);
    await call('create_attribute', {
      code: 'shade',
      type: 'select',
      label: 'Shade',
      required: true,
      options: [{ code: 'linen', label: 'Linen' }],
    });
    const { contents } = await client.readResource({ uri: 'catalog://attributes' });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({
      type: 'object',
      properties: { shade: { title: 'Shade', type: 'string', oneOf: [{ const: 'linen', title: 'Linen' }] } },
    });
    await call('create_category', { code: 'lamps', name: 'Lamps' });
    const tree = await client.readResource({ uri: 'catalog://categories' });
    expect(JSON.parse((tree.contents[0] as { text: string }).text)).toHaveProperty('data.0.children');
    await call('create_product', { sku: 'TASK', name: 'Task' });
    const { messages } = await client.getPrompt({ name: 'enrich_product', arguments: { sku: 'TASK', locale: 'de' } });
    expect(JSON.stringify(messages)).toContain('completenessDetails');
    await expect(client.getPrompt({ name: 'enrich_product', arguments: { sku: 'NONE' } })).rejects.toThrow('not_found');
  });
});
