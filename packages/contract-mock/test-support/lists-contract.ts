import { dataOf, deferred, defineOperations, fileOf, pageOf, pageQuery, secret } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';

const c = initContract();

const { operation } = defineOperations({
  scopes: { read: 'Read lists.', write: 'Change lists.' },
  limits: { standard: { limit: 1000, windowMs: 60_000 }, rare: { limit: 2, windowMs: 60_000 } },
  errors: {
    list_full: {
      status: 409,
      meaning: 'The list has no room.',
      retry: 'never',
      stored: true,
      details: z.object({ room: z.int().min(0).max(0) }),
    },
  },
});

const ListInputSchema = z.strictObject({
  code: z.string().regex(/^[a-z]{2,20}$/),
  name: z.string().min(1).max(100),
  color: z.enum(['red', 'green', 'blue']).optional(),
  owner: z.strictObject({ name: z.string(), email: z.email().optional() }).optional(),
});

const ListSchema = z
  .object({
    id: z.string().regex(/^lst_[0-9a-f]{12}$/),
    code: z.string(),
    name: z.string(),
    color: z.enum(['red', 'green', 'blue']),
    owner: z.object({ name: z.string(), email: z.string().nullable() }).nullable(),
    tags: z.array(z.string()),
    itemCount: z.int().min(0),
    version: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'List' });

const ItemSchema = z.object({ id: z.int(), text: z.string(), done: z.boolean() }).meta({ id: 'Item' });
const EndpointSchema = z.object({ id: z.string(), url: z.string(), events: z.array(z.string()), active: z.boolean() });

const list = { path: '/lists/:idOrCode', resource: 'list', scopes: ['write'] } as const;
const item = { path: '/lists/:idOrCode/items/:itemId', resource: 'item', scopes: ['write'] } as const;

/** Lists with items, settings, files and webhooks: every kind of operation that a mock tells apart. */
export const contract = c.router({
  lists: {
    list: operation({
      id: 'lists.list',
      method: 'GET',
      path: '/lists',
      summary: 'List lists',
      scopes: ['read'],
      query: z.strictObject({
        ...pageQuery({ defaultLimit: 10 }),
        color: z.enum(['red', 'green', 'blue']).optional(),
        q: z.string().optional(),
        sort: z.string().optional(),
      }),
      responses: { 200: pageOf(ListSchema.omit({ tags: true })) },
    }),
    create: operation({
      id: 'lists.create',
      method: 'POST',
      path: '/lists',
      summary: 'Create a list',
      scopes: ['write'],
      idempotency: 'accepted',
      body: ListInputSchema,
      responses: { 201: dataOf(ListSchema) },
      errors: ['conflict', 'list_full'],
    }),
    get: operation({
      ...list,
      id: 'lists.get',
      method: 'GET',
      summary: 'Get a list',
      entityTag: 'read',
      responses: { 200: dataOf(ListSchema) },
    }),
    put: operation({
      ...list,
      id: 'lists.put',
      method: 'PUT',
      summary: 'Create or replace a list',
      entityTag: 'write',
      missing: 'create',
      body: ListInputSchema.omit({ code: true }),
      responses: { 200: dataOf(ListSchema), 201: dataOf(ListSchema) },
    }),
    patch: operation({
      ...list,
      id: 'lists.patch',
      method: 'PATCH',
      summary: 'Change a list',
      entityTag: 'write',
      body: ListInputSchema.omit({ code: true }).partial(),
      responses: { 200: dataOf(ListSchema) },
    }),
    delete: operation({
      ...list,
      id: 'lists.delete',
      method: 'DELETE',
      summary: 'Delete a list',
      entityTag: 'write',
      responses: { 204: c.noBody() },
    }),
    copy: operation({
      ...list,
      id: 'lists.copy',
      method: 'POST',
      path: '/lists/:idOrCode/copy',
      summary: 'Copy a list',
      body: c.noBody(),
      responses: { 201: dataOf(ListSchema) },
    }),
    clear: operation({
      ...list,
      id: 'lists.clear',
      method: 'POST',
      path: '/lists/:idOrCode/clear',
      summary: 'Remove all items',
      body: c.noBody(),
      responses: { 200: dataOf(z.object({ removed: z.int().min(0), note: z.string() })) },
    }),
    bulk: operation({
      id: 'lists.bulk',
      method: 'POST',
      path: '/lists/bulk',
      summary: 'Create lists',
      scopes: ['write'],
      body: z.strictObject({ items: z.array(deferred(ListInputSchema)).max(10) }),
      responses: { 200: dataOf(z.array(z.object({ index: z.int().min(0), status: z.enum(['created', 'failed']) }))) },
    }),
    export: operation({
      ...list,
      id: 'lists.export',
      method: 'GET',
      path: '/lists/:idOrCode/export',
      summary: 'A list as a file',
      ranges: true,
      responses: { 200: fileOf({ 'text/csv': z.string() }) },
    }),
  },
  items: {
    list: operation({
      ...item,
      id: 'items.list',
      method: 'GET',
      path: '/lists/:idOrCode/items',
      summary: 'List items',
      responses: { 200: z.object({ items: z.array(ItemSchema), total: z.int() }) },
    }),
    create: operation({
      ...item,
      id: 'items.create',
      method: 'POST',
      path: '/lists/:idOrCode/items',
      summary: 'Add an item',
      body: z.strictObject({ text: z.string().min(1) }),
      responses: { 201: ItemSchema },
    }),
    get: operation({ ...item, id: 'items.get', method: 'GET', summary: 'Get an item', responses: { 200: ItemSchema } }),
  },
  settings: {
    get: operation({
      id: 'settings.get',
      method: 'GET',
      path: '/settings',
      summary: 'Get the settings',
      limit: 'rare',
      responses: { 200: dataOf(z.object({ theme: z.enum(['light', 'dark']), language: z.string() })) },
    }),
    patch: operation({
      id: 'settings.patch',
      method: 'PATCH',
      path: '/settings',
      summary: 'Change the settings',
      body: z.strictObject({ theme: z.enum(['light', 'dark']) }),
      responses: { 200: dataOf(z.object({ theme: z.enum(['light', 'dark']), language: z.string() })) },
    }),
  },
  webhooks: {
    create: operation({
      id: 'webhooks.create',
      method: 'POST',
      path: '/webhooks',
      summary: 'Register an endpoint',
      body: z.strictObject({ url: z.url(), events: z.array(z.string()).min(1) }),
      responses: { 201: dataOf(EndpointSchema.extend({ secret: secret(z.string()) })) },
    }),
    get: operation({
      id: 'webhooks.get',
      method: 'GET',
      path: '/webhooks/:id',
      summary: 'Get an endpoint',
      resource: 'webhook',
      responses: { 200: dataOf(EndpointSchema) },
    }),
    delete: operation({
      id: 'webhooks.delete',
      method: 'DELETE',
      path: '/webhooks/:id',
      summary: 'Forget an endpoint',
      resource: 'webhook',
      responses: { 204: c.noBody() },
    }),
    test: operation({
      id: 'webhooks.test',
      method: 'POST',
      path: '/webhooks/:id/test',
      summary: 'Send a test event',
      resource: 'webhook',
      body: c.noBody(),
      responses: { 202: dataOf(z.object({ sent: z.boolean() })) },
    }),
  },
});
