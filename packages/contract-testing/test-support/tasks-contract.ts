import { TodoSchema, contract as todos } from '@contract-kit/example-todo-server/contract.ts';
import { BytesSchema, byMediaType, dataOf, fileOf, filePart, operation } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';

const c = initContract();
const read = ['todos:read'];
const write = ['todos:write'];
const one = { resource: 'todo', pathParams: z.object({ id: z.string().max(40) }), scopes: write } as const;

const FileSchema = z.strictObject({ id: z.string(), title: z.string(), size: z.int() });
const title = z.string().min(1).max(20).optional();

/** A file, or its text. */
export const FileInputSchema = byMediaType({
  'multipart/form-data': z.strictObject({ file: filePart({ mediaTypes: ['text/*'] }), title }),
  'application/json': z.strictObject({ text: z.string().min(4).max(100), title }),
});

/** A list of to-dos, one per line. */
const ImportSchema = z.strictObject({ list: filePart(), prefix: z.enum(['-', '*']) });

/** The to-do example, with a PUT, an operation that takes no body, files, and an operation that has ended. */
export const contract = c.router({
  ...todos,
  put: operation({
    ...one,
    id: 'todos.put',
    method: 'PUT',
    path: '/todos/:id',
    summary: 'Replace a to-do',
    entityTag: 'write',
    body: z.strictObject({ title: z.string().min(1).max(200), done: z.boolean() }),
    responses: { 200: dataOf(TodoSchema) },
  }),
  copy: operation({
    ...one,
    id: 'todos.copy',
    method: 'POST',
    path: '/todos/:id/copy',
    summary: 'Copy a to-do',
    idempotency: 'accepted',
    body: c.noBody(),
    responses: { 201: dataOf(TodoSchema) },
  }),
  import: operation({
    id: 'todos.import',
    method: 'POST',
    path: '/imports',
    summary: 'Create to-dos from a file',
    scopes: write,
    body: ImportSchema,
    fileLimit: 10_000,
    responses: { 200: dataOf(z.strictObject({ created: z.int() })) },
  }),
  export: operation({
    id: 'todos.export',
    method: 'GET',
    path: '/export',
    summary: 'Get every to-do as a file',
    scopes: read,
    responses: { 200: fileOf({ 'text/csv': z.string() }) },
  }),
  listTitles: operation({
    id: 'todos.listTitles',
    method: 'GET',
    path: '/titles',
    summary: 'Get the titles of all to-dos',
    deprecated: { since: '2020-01-01', sunset: '2021-01-01', successor: 'todos.export' },
    scopes: read,
    responses: { 200: dataOf(z.array(z.string())) },
  }),
  addFile: operation({
    id: 'files.add',
    method: 'POST',
    path: '/files',
    summary: 'Add a file',
    scopes: write,
    idempotency: 'accepted',
    body: FileInputSchema,
    fileLimit: 10_000,
    responses: { 201: dataOf(FileSchema) },
  }),
  readFile: operation({
    id: 'files.read',
    method: 'GET',
    path: '/files/:id',
    summary: 'Read a file',
    scopes: read,
    resource: 'file',
    ranges: true,
    pathParams: z.object({ id: z.string().max(40) }),
    responses: { 200: fileOf({ 'text/plain': BytesSchema }) },
  }),
});
