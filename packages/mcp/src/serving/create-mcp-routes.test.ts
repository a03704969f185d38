import { describe, expect, it } from 'vitest';
import { startRecipes } from '../../test-support/recipes-server.ts';

const eras = [
  ['of 2026', { versionNegotiation: { mode: 'auto' } }],
  ['of 2025', {}],
] as const;

const text = (result: unknown) => JSON.parse((result as { content: { text: string }[] }).content[0]?.text ?? '');

describe.each(eras)('a client %s', (_, options) => {
  it('lists the tools and calls each', async () => {
    const { createKey, connect, recipes } = await startRecipes();
    const client = await connect(createKey(), options);
    expect(client.getServerVersion()).toMatchObject({ name: 'recipes', version: '1.2.3' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'search_recipes',
      'quick_recipes',
      'get_recipe',
      'create_recipe',
      'update_recipe',
      'retitle_recipe',
      'delete_recipe',
      'break_recipes',
    ]);
    const call = async (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args });

    const created = await call('create_recipe', { title: 'Soup', minutes: 15, tags: ['warm'], idempotencyKey: 'a' });
    expect(created.structuredContent).toMatchObject({ status: 201, data: { id: 'r1', title: 'Soup' } });
    expect(text(created)).toEqual(created.structuredContent);
    await call('create_recipe', { title: 'Soup', minutes: 15, tags: ['warm'], idempotencyKey: 'a' });
    expect(recipes.size).toBe(1);
    await call('create_recipe', { title: 'Stew', minutes: 90, tags: ['warm', 'slow'] });

    const found = await call('search_recipes', { tags: ['warm'], limit: 1, fields: ['title'] });
    expect(found.structuredContent).toMatchObject({
      status: 200,
      data: [{ title: 'Soup' }],
      pagination: { total: 2, hasMore: true },
    });
    expect((await call('quick_recipes')).structuredContent).toMatchObject({ data: [{ id: 'r1', title: 'Soup' }] });
    expect(text(await call('quick_recipes')).data[0]).not.toHaveProperty('minutes');
    expect(text(await call('quick_recipes', { fields: [] })).data[0]).toHaveProperty('minutes', 15);

    const { etag } = (await call('get_recipe', { id: 'r1' })).structuredContent as { etag: string };
    await call('update_recipe', { id: 'r1', minutes: null, ifMatch: etag });
    const stale = await call('retitle_recipe', { id: 'r1', title: 'Broth', ifMatch: etag });
    expect([stale.isError, text(stale).error.code]).toEqual([true, 'precondition_failed']);
    expect((await call('delete_recipe', { id: 'r1' })).structuredContent).toEqual({ status: 204 });
    const gone = await call('get_recipe', { id: 'r1' });
    expect(text(gone)).toMatchObject({ error: { code: 'not_found' }, hint: expect.stringContaining('Search') });
  });
});

it('refuses a message with more than 65,536 values, or with a repeated key', async () => {
  const { createKey, url } = await startRecipes();
  const post = async (body: string) => {
    const headers = { authorization: `Bearer ${createKey()}`, 'content-type': 'application/json' };
    const response = await fetch(`${url}/mcp`, { method: 'POST', headers, body });
    return { status: response.status, error: JSON.parse(await response.text()).error };
  };
  const call = (list: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_recipe","arguments":{"tags":[${list}]}}}`;
  const large = await post(call('0,'.repeat(65_536).slice(0, -1)));
  expect(large).toMatchObject({
    status: 422,
    error: { details: { fieldErrors: { _root: 'Must have at most 65536 values in all.' } } },
  });
  const ambiguous = await post(call('').replace('"id":1', '"id":1,"id":2'));
  expect(ambiguous).toMatchObject({ status: 400, error: { message: 'The body names id more than once.' } });
});

describe('the tools', () => {
  it('describe their input, effect and output', async () => {
    const { createKey, connect } = await startRecipes();
    const { tools } = await (await connect(createKey())).listTools();
    const byName = new Map(tools.map((tool) => [tool.name, tool]));
    expect(byName.get('update_recipe')).toMatchObject({
      title: 'Change a recipe',
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
      inputSchema: {
        type: 'object',
        required: ['id'],
        additionalProperties: false,
        properties: {
          id: { type: 'string' },
          ingredients: { items: { $ref: '#/$defs/Ingredient' } },
          ifMatch: { type: 'string' },
        },
        $defs: { Ingredient: { type: 'object', required: ['name'] } },
      },
    });
    const search = byName.get('search_recipes');
    expect(search?.inputSchema.properties).toMatchObject({
      tags: { type: 'array', maxItems: 3 },
      quick: { type: 'boolean' },
      limit: { type: 'integer', default: 10 },
      fields: { type: 'array' },
    });
    expect(search?.inputSchema.required).toBeUndefined();
    expect(Object.keys(byName.get('quick_recipes')?.inputSchema.properties ?? {})).toEqual(['tags', 'fields']);
    expect(Object.keys(byName.get('retitle_recipe')?.inputSchema.properties ?? {})).toEqual([
      'id',
      'title',
      'ifMatch',
      'fields',
    ]);
    expect(byName.get('delete_recipe')?.annotations).toMatchObject({ destructiveHint: true, idempotentHint: true });
    expect(byName.get('get_recipe')?.annotations).toMatchObject({ readOnlyHint: true });
    expect(byName.get('break_recipes')?.inputSchema).toMatchObject({ required: ['body'] });
  });

  it('are shown and called only with their scopes', async () => {
    const { createKey, connect } = await startRecipes();
    const reader = await connect(createKey(['recipes:read']));
    expect((await reader.listTools()).tools.map(({ name }) => name)).toEqual([
      'search_recipes',
      'quick_recipes',
      'get_recipe',
    ]);
    await expect(reader.callTool({ name: 'delete_recipe', arguments: { id: 'r1' } })).rejects.toThrow(
      'There is no tool "delete_recipe".',
    );
    await expect(reader.callTool({ name: 'nonsense' })).rejects.toThrow('There is no tool "nonsense".');
  });

  it('name each wrong argument', async () => {
    const { createKey, connect } = await startRecipes();
    const client = await connect(createKey());
    const problems = async (name: string, args: Record<string, unknown>) =>
      text(await client.callTool({ name, arguments: args })).error.fieldErrors;
    expect(await problems('create_recipe', { title: '', minutes: 0, ingredients: [{ name: '' }] })).toEqual({
      title: expect.any(String),
      minutes: expect.any(String),
      'ingredients.0.name': expect.any(String),
    });
    expect(await problems('create_recipe', { title: 'x', titel: 'y' })).toEqual({ titel: 'Unknown argument.' });
    expect(await problems('search_recipes', { limit: 'many' })).toHaveProperty('limit');
    expect(await problems('search_recipes', { tags: [{}] })).toHaveProperty('tags');
    expect(await problems('search_recipes', { fields: 'title' })).toHaveProperty('fields');
    expect(await problems('update_recipe', { id: 'r', ifMatch: 7 })).toHaveProperty('ifMatch');
  });

  it('reveal nothing about internal failures, and log them', async () => {
    const { createKey, connect, logged } = await startRecipes();
    const client = await connect(createKey());
    const failed = await client.callTool({ name: 'break_recipes', arguments: { body: ['a'] } });
    expect(text(failed)).toMatchObject({ error: { code: 'internal_error', requestId: expect.any(String) } });
    expect(JSON.stringify(failed)).not.toContain('secret');
    expect(logged).toMatchObject([{ err: { message: 'secret detail' } }]);
  });
});

describe('resources and prompts', () => {
  const list = { operationId: 'recipes.list', query: { limit: '5' } };
  const offers = {
    instructions: 'Cook.',
    resources: [
      {
        uri: 'recipes://all',
        name: 'all',
        title: 'All recipes',
        description: 'Every recipe.',
        mimeType: 'application/json',
        scopes: ['recipes:read'],
        read: async (call: (call: typeof list) => Promise<unknown>) => JSON.stringify(await call(list)),
      },
      {
        uri: 'recipes://secret',
        name: 'secret',
        title: 'Secret',
        description: 'For writers.',
        mimeType: 'text/plain',
        scopes: ['recipes:write'],
        read: async () => 'salt',
      },
    ],
    prompts: [
      {
        name: 'cook',
        title: 'Cook',
        description: 'Cook a recipe.',
        arguments: [{ name: 'id', description: 'Which one.', required: true }],
        scopes: ['recipes:read'],
        render: async ({ id }: Readonly<Record<string, string>>) => `Cook ${id}.`,
      },
    ],
  };

  it('are shown by scope and run as the caller', async () => {
    const { createKey, connect } = await startRecipes(offers as never);
    const client = await connect(createKey(['recipes:read']), { versionNegotiation: { mode: 'auto' } });
    expect(client.getInstructions()).toBe('Cook.');
    expect((await client.listResources()).resources).toEqual([
      expect.objectContaining({ uri: 'recipes://all', mimeType: 'application/json' }),
    ]);
    const { contents } = await client.readResource({ uri: 'recipes://all' });
    expect(contents[0]).toMatchObject({ text: expect.stringContaining('"total":0') });
    await expect(client.readResource({ uri: 'recipes://secret' })).rejects.toThrow('There is no resource');
    expect((await client.listPrompts()).prompts).toMatchObject([{ name: 'cook' }]);
    const prompt = await client.getPrompt({ name: 'cook', arguments: { id: 'r1' } });
    expect(prompt.messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Cook r1.' } }]);
    await expect(client.getPrompt({ name: 'cook' })).rejects.toThrow('The prompt needs id.');
  });
});

describe('over HTTP', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const post = (url: string, key: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const errorOf = async (response: Response) => ((await response.json()) as { error: { code: unknown } }).error.code;

  it('messages pass the keys, ids and budget of the contract', async () => {
    const { url, createKey } = await startRecipes({}, 3);
    const key = createKey();
    expect(await errorOf(await post(url, 'rcp_x_y', ping))).toBe('unauthorized');
    const first = await post(url, key, ping);
    expect(first.headers.get('x-ratelimit-remaining')).toBe('2');
    expect(first.headers.get('x-request-id')).toMatch(/./);
    await fetch(`${url}/recipes`, { headers: { authorization: `Bearer ${key}` } });
    expect((await post(url, key, ping)).status).toBe(200);
    const refused = await post(url, key, ping);
    expect([refused.status, await errorOf(refused)]).toEqual([429, 'rate_limited']);
  });

  it('batches, large, malformed and foreign messages are refused', async () => {
    const { url, createKey } = await startRecipes({ origins: ['https://app.example'], bodyLimit: 1000 });
    const key = createKey();
    expect(await errorOf(await post(url, key, [ping, ping]))).toBe('bad_request');
    expect(await errorOf(await post(url, key, '{"a":'))).toBe('bad_request');
    expect(await errorOf(await post(url, key, ping, { 'content-type': 'text/plain' }))).toBe('bad_request');
    expect(await errorOf(await post(url, key, `"${'x'.repeat(2000)}"`))).toBe('payload_too_large');
    expect(await errorOf(await post(url, key, ping, { origin: 'https://evil.example' }))).toBe('forbidden');
    expect((await post(url, key, ping, { origin: 'https://app.example' })).status).toBe(200);
    expect((await post(url, key, ping, { origin: 'http://localhost:6274' })).status).toBe(200);
    expect(await errorOf(await post(url, key, ping, { origin: 'http://localhost.evil.example' }))).toBe('forbidden');
    expect(await errorOf(await post(url, key, ping, { origin: 'null' }))).toBe('forbidden');
    const got = await fetch(`${url}/mcp`, { headers: { authorization: `Bearer ${key}` } });
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
  });
});
