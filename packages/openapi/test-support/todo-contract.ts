import {
  BytesSchema,
  byMediaType,
  dataOf,
  defineOperations,
  fileOf,
  filePart,
  listOf,
  pageOf,
  pageQuery,
  queryInteger,
  queryList,
} from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import type { OpenApiOptions } from '../src/options.ts';

const c = initContract();

/** Texts for the parts of a document that a contract does not contain. */
export const todoOptions: OpenApiOptions = {
  info: {
    title: 'To-do API',
    version: '1.0.0',
    description: 'A contract that uses every policy.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: 'https://todo.example/api/v1' }],
  tags: {
    meta: { name: 'Meta', description: 'About the API.' },
    todos: { name: 'To-dos', description: 'Tasks to do.' },
    labels: { description: 'Labels of to-dos.' },
    files: { description: 'Attachments.' },
    unused: { description: 'No operation has this tag.' },
  },
};

const { operation } = defineOperations({
  scopes: { 'todos:read': 'Read to-dos.', 'todos:write': 'Change to-dos.', 'labels:read': 'Read labels.' },
  limits: { standard: { limit: 600, windowMs: 60_000 }, guest: { limit: 60, windowMs: 60_000 } },
});

export const StatusSchema = z.enum(['open', 'done']).meta({ id: 'TodoStatus', description: 'The state of the work.' });

const PrioritySchema = z
  .union([z.int().min(1).max(5), z.literal('urgent')])
  .meta({ id: 'Priority', title: 'Priority of a to-do' });

const example = { id: 'todo_1', title: 'Buy milk', status: 'open', dueAt: null, version: 1, subtasks: [] };

/** Recursive, with a timestamp, a nullable field and an enum with its own name. */
export const TodoSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    status: StatusSchema,
    priority: PrioritySchema.optional(),
    dueAt: z.iso.datetime().nullable(),
    version: z.int().min(1),
    get subtasks() {
      return z.array(TodoSchema);
    },
  })
  .meta({ id: 'Todo', description: 'Something to do.', examples: [example] });

/** Its two sides differ: `status` is optional in a request and always present in a response. */
const LabelSchema = z.object({ name: z.string(), status: StatusSchema.default('open') }).meta({ id: 'Label' });

const TodoInputSchema = z
  .strictObject({
    title: z.string().min(1).max(200),
    status: StatusSchema.default('open'),
    priority: PrioritySchema.optional(),
    labels: z.array(LabelSchema).optional(),
    notes: z.record(z.string(), z.string().nullable()).optional(),
    tags: z
      .array(z.string())
      .transform((tags) => [...new Set(tags)])
      .optional(),
  })
  .meta({ id: 'TodoCreate', examples: [{ title: 'Buy milk' }, { title: 'Call Ada', priority: 'urgent' }] });

const path = z.object({ id: z.string().describe('To-do id.') });

const commaList = <T extends z.ZodType<string, string>>(member: T) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(member).max(50));

/** A contract with a route for each part of a document. */
export const todoContract = c.router({
  list: operation({
    id: 'todos.list',
    method: 'GET',
    path: '/todos',
    summary: 'List to-dos',
    description: 'Newest first.',
    scopes: ['todos:read'],
    query: z.strictObject({
      ...pageQuery({ defaultLimit: 20, maxLimit: 100 }),
      status: commaList(StatusSchema).optional().describe('Statuses.'),
      label: queryList({ max: 9 }).describe('Labels.'),
      done: z
        .enum(['true', 'false'])
        .transform((text) => text === 'true')
        .default(false)
        .describe('Only finished ones.'),
      sort: z.enum(['title:asc', 'title:desc']).default('title:asc').describe('Order.'),
      color: z
        .string()
        .transform((text) => ({ rgb: text }))
        .optional()
        .meta({ description: 'Colour.', wire: { type: 'string', pattern: '^#[0-9a-f]{6}$' } }),
      since: z.iso.datetime().optional().meta({ description: 'Old name.', deprecated: true }),
    }),
    responses: { 200: pageOf(TodoSchema) },
  }),
  create: operation({
    id: 'todos.create',
    method: 'POST',
    path: '/todos',
    summary: 'Create a to-do',
    scopes: ['todos:write', 'labels:read'],
    idempotency: 'accepted',
    body: TodoInputSchema,
    bodyLimit: 16 * 1024,
    responses: { 201: dataOf(TodoSchema).meta({ headers: { ETag: 'shared' } }) },
    errors: ['conflict'],
  }),
  get: operation({
    id: 'todos.get',
    method: 'GET',
    path: '/todos/:id',
    summary: 'Get a to-do',
    scopes: ['todos:read'],
    resource: 'todo',
    entityTag: 'read',
    pathParams: path,
    responses: { 200: dataOf(TodoSchema) },
  }),
  put: operation({
    id: 'todos.put',
    method: 'PUT',
    path: '/todos/:id',
    summary: 'Replace or create a to-do',
    scopes: ['todos:write'],
    resource: 'todo',
    missing: 'create',
    entityTag: 'write',
    pathParams: path,
    body: TodoInputSchema,
    responses: { 200: dataOf(TodoSchema), 201: dataOf(TodoSchema) },
  }),
  delete: operation({
    id: 'todos.delete',
    method: 'DELETE',
    path: '/todos/:id',
    summary: 'Delete a to-do',
    scopes: ['todos:write'],
    resource: 'todo',
    entityTag: 'write',
    pathParams: path,
    responses: { 204: c.noBody() },
  }),
  version: operation({
    id: 'todos.version',
    method: 'GET',
    path: '/todos/:id/versions/:version',
    summary: 'Get an earlier version',
    scopes: ['todos:read'],
    resource: 'todo',
    pathParams: path.extend({ version: queryInteger({ min: 1 }).describe('Version number.') }),
    responses: { 200: dataOf(TodoSchema) },
  }),
  labels: operation({
    id: 'labels.list',
    method: 'GET',
    path: '/labels',
    summary: 'List labels',
    responses: { 200: listOf(LabelSchema) },
  }),
  publish: operation({
    id: 'todos.publish',
    method: 'POST',
    path: '/todos/publish',
    summary: 'Publish to-dos',
    idempotency: 'accepted',
    bodyTypes: ['application/json', 'application/x-ndjson'],
    body: z.strictObject({ ids: z.array(z.string()).default([]) }).optional(),
    responses: { 202: dataOf(z.object({ jobId: z.string() })) },
  }),
  upload: operation({
    id: 'files.create',
    method: 'POST',
    path: '/files',
    summary: 'Upload a file',
    bodyLimit: 65_536,
    fileLimit: 25_000_000,
    body: byMediaType({
      'application/json': z.strictObject({ url: z.url() }),
      'multipart/form-data': z.strictObject({
        file: filePart({ mediaTypes: ['image/*', 'application/pdf'] }).describe('The file.'),
        preview: filePart().optional().describe('A smaller one.'),
        altText: z.string().optional(),
      }),
    }),
    responses: { 201: dataOf(z.object({ id: z.string() })) },
  }),
  download: operation({
    id: 'files.get',
    method: 'GET',
    path: '/files/:id',
    summary: 'Download a file',
    resource: 'file',
    ranges: true,
    responses: {
      200: fileOf(
        { 'text/csv': z.string(), 'application/json': z.array(StatusSchema), 'image/*': BytesSchema },
        { headers: { 'X-Rows': { description: 'Rows written.', schema: { type: 'integer' } } } },
      ),
    },
  }),
  index: operation({
    id: 'meta.index',
    method: 'GET',
    path: '/',
    summary: 'Index of links',
    auth: 'none',
    limit: 'guest',
    responses: { 200: dataOf(z.object({ name: z.string() })) },
  }),
});
