import express from 'express';
import { describe, expect, it } from 'vitest';
import { serve } from '../../test-support/serve.ts';
import { createTodos } from '../../test-support/todo-app.ts';
import { createApi } from '../core/api.ts';
import type { ExtraRoute } from '../core/operations/extra-routes.ts';
import { createNodeListener } from './node.ts';

describe('a listener of node:http', () => {
  it('leaves requests outside the base path to another listener', async () => {
    const { options, key } = createTodos();
    const app = express().use((req, res) => void res.send(`Express got ${req.url}`));
    const listener = createNodeListener(createApi({ ...options, basePath: '/api' }), { otherwise: app });
    const { url } = await serve(listener);
    const get = (path: string) => fetch(url + path, { headers: { 'x-api-key': key } });
    const served = await Promise.all(['/api/todos', '/api/todos?done=true', '/api', '/api/nothing'].map(get));
    for (const { headers } of served) expect(headers.get('x-request-id')).toMatch(/^req_/);
    const others = await Promise.all(['/', '/apis', '/todos', '/API/todos'].map(get));
    expect(await Promise.all(others.map((response) => response.text()))).toEqual([
      'Express got /',
      'Express got /apis',
      'Express got /todos',
      'Express got /API/todos',
    ]);
  });

  it('says that a response without a body has none', async () => {
    const { options } = createTodos();
    const moved: ExtraRoute = {
      method: 'GET',
      path: '/moved',
      auth: 'none',
      handle: async () => ({ status: 302, headers: { Location: '/todos' }, body: undefined }),
    };
    const { url } = await serve(createNodeListener(createApi({ ...options, extraRoutes: [moved] })));
    const { status, headers } = await fetch(`${url}/moved`, { redirect: 'manual' });
    expect([status, headers.get('content-length'), headers.get('transfer-encoding')]).toEqual([302, '0', null]);
  });
});
