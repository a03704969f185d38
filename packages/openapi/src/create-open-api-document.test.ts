import { deferred, operation } from '@contract-kit/http-spec/zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { todoContract, todoOptions } from '../test-support/todo-contract.ts';
import { toCanonicalJson } from './canonical-json.ts';
import { createOpenApiDocument } from './create-open-api-document.ts';
import type { Operation, Parameter, Reference, Response } from './document.ts';
import type { JsonSchema } from './schemas/json-schema.ts';
import { findDocumentProblems } from './testing/find-document-problems.ts';

const document = await createOpenApiDocument(todoContract, todoOptions);
const operationOf = (method: string, path: string) => document.paths[path]?.[method] as Operation;
const responseOf = (method: string, path: string, status: number) =>
  operationOf(method, path).responses[status] as Response;
const parameterOf = (name: string) =>
  operationOf('get', '/todos').parameters?.find((parameter) => (parameter as Parameter).name === name) as Parameter;
const resolve = (schema: JsonSchema | undefined) =>
  document.components.schemas[String(schema?.$ref).split('/').at(-1) ?? ''];
const headersOf = (response: Response | undefined) => Object.keys(response?.headers ?? {});

const everyResponse = [
  'X-Request-Id',
  'Cache-Control',
  'Vary',
  'X-Content-Type-Options',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
];

describe('createOpenApiDocument', () => {
  it('writes a document in which two validators and a schema compiler find no problem', async () => {
    expect(await findDocumentProblems(document)).toEqual([]);
  });

  it('writes the same text for the same contract', async () => {
    expect(toCanonicalJson(await createOpenApiDocument(todoContract, todoOptions))).toBe(toCanonicalJson(document));
  });

  it('carries version, info and servers, and the tags in use in the order of the options', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: todoOptions.info, servers: todoOptions.servers });
    expect(document.tags.map(({ name }) => name)).toEqual(['Meta', 'To-dos', 'labels', 'files']);
    expect(operationOf('post', '/todos').tags).toEqual(['To-dos']);
  });

  it('takes operation id and summary from the route and adds its policies to the description', () => {
    expect(operationOf('get', '/todos')).toMatchObject({ operationId: 'todos.list', summary: 'List to-dos' });
    expect(operationOf('get', '/todos').description).toBe(
      'Newest first.\n\n- **Scopes:** `todos:read`.\n- **Rate limit:** `standard`, 600 requests per rolling 60 s.',
    );
    expect(operationOf('post', '/todos').description).toContain('`todos:write` and `labels:read`');
    expect(operationOf('post', '/todos').description).toContain('Idempotency-Key');
    expect(operationOf('get', '/labels').description).toContain('**Scopes:** none, any caller that authenticates.');
    expect(operationOf('get', '/').description).toContain(
      '**Scopes:** none, anyone may call.\n- **Rate limit:** `guest`, 60 requests per rolling 60 s.',
    );
  });

  it('throws naming two operations when they have different vocabularies', async () => {
    const other = operation({ id: 'a.b', method: 'GET', path: '/a', summary: 'A', responses: { 200: z.string() } });
    await expect(createOpenApiDocument({ ...todoContract, other }, todoOptions)).rejects.toThrow(
      'todos.list and a.b have different vocabularies',
    );
  });

  it('throws naming the route when it carries no policy', async () => {
    const bare = { list: { method: 'GET', path: '/bare', responses: { 200: z.string() } } } as const;
    await expect(createOpenApiDocument(bare, todoOptions)).rejects.toThrow('GET /bare has no route policy');
  });

  it('throws naming the place when a type has no JSON Schema', async () => {
    const list = operation({
      id: 'dates.list',
      method: 'GET',
      path: '/dates',
      summary: 'Dates',
      responses: { 200: z.object({ at: z.date() }) },
    });
    await expect(createOpenApiDocument({ list }, todoOptions)).rejects.toThrow(
      'GET /dates 200: the type at "properties.at" has no JSON Schema; state it with .meta({ wire: … }).',
    );
  });
});

describe('security', () => {
  it('lists one alternative per scheme with the scopes of the route', () => {
    const scopes = ['todos:write', 'labels:read'];
    expect(operationOf('post', '/todos').security).toEqual([{ bearerAuth: scopes }, { apiKeyHeader: scopes }]);
    expect(operationOf('get', '/labels').security).toEqual([{ bearerAuth: [] }, { apiKeyHeader: [] }]);
  });

  it('is empty only where no key is needed', () => {
    const open = Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .filter(({ security }) => security?.length === 0);
    expect(open.map(({ operationId }) => operationId)).toEqual(['meta.index']);
  });
});

describe('parameters', () => {
  it('shows parsed text as its parsed type', () => {
    expect(parameterOf('limit').schema).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 20,
      format: 'int32',
    });
    expect(parameterOf('done').schema).toEqual({ type: 'boolean', default: false });
    expect(parameterOf('sort').schema).toEqual({
      type: 'string',
      enum: ['title:asc', 'title:desc'],
      default: 'title:asc',
    });
  });

  it('shows a comma-separated list as an array that is not exploded', () => {
    expect(parameterOf('status')).toEqual({
      name: 'status',
      in: 'query',
      description: 'Statuses. Comma-separated.',
      style: 'form',
      explode: false,
      schema: { type: 'array', maxItems: 50, items: { $ref: '#/components/schemas/TodoStatus' } },
    });
  });

  it('shows a list that accepts every notation as a repeated parameter', () => {
    expect(parameterOf('label')).toEqual({
      name: 'label',
      in: 'query',
      description: 'Labels. Repeat the parameter, or separate the values with commas.',
      style: 'form',
      explode: true,
      schema: { type: 'array', minItems: 1, maxItems: 9, items: { type: 'string' } },
    });
  });

  it('takes the wire schema of a parameter from its metadata', () => {
    expect(parameterOf('color')).toMatchObject({ description: 'Colour.', schema: { pattern: '^#[0-9a-f]{6}$' } });
  });

  it('marks deprecated parameters and requires path parameters', () => {
    expect(parameterOf('since')).toMatchObject({ deprecated: true });
    expect(operationOf('get', '/todos/{id}/versions/{version}').parameters).toEqual([
      { name: 'id', in: 'path', description: 'To-do id.', required: true, schema: { type: 'string' } },
      {
        name: 'version',
        in: 'path',
        description: 'Version number.',
        required: true,
        schema: { type: 'integer', minimum: 1, format: 'int64' },
      },
    ]);
  });

  it.each([
    ['post', '/todos', ['IdempotencyKey']],
    ['get', '/todos/{id}', ['IfNoneMatch']],
    ['delete', '/todos/{id}', ['IfMatch']],
    ['put', '/todos/{id}', ['IfMatch', 'CreateOnly']],
    ['get', '/labels', []],
  ])('refers to the request headers %s %s honours', (method, path, names) => {
    const refs = (operationOf(method, path).parameters ?? []).flatMap((parameter) =>
      '$ref' in parameter ? [parameter.$ref] : [],
    );
    expect(refs).toEqual(names.map((name) => `#/components/parameters/${name}`));
  });
});

describe('request bodies', () => {
  it('states whether the body is required and what it may contain', () => {
    const json =
      'As JSON, at most 32,768 values, 1,000 members of an object, 64 levels, keys of 1,024 bytes, numbers of 1,024 digits, and no key twice in an object.';
    expect(operationOf('post', '/todos').requestBody).toMatchObject({
      required: true,
      description: `At most 16 KiB. ${json}`,
    });
    expect(operationOf('post', '/todos/publish').requestBody).toMatchObject({
      required: false,
      description: `At most 1 MiB. ${json.replace('1,000', '1,024')}`,
    });
    const { description } = operationOf('post', '/files').requestBody ?? {};
    expect(description).toBe(`At most 64 KiB, and 25 MB for each file. ${json}`);
  });

  it('states what each item of a batch may contain', async () => {
    const bulk = operation({
      id: 'todos.bulk',
      method: 'POST',
      path: '/todos/bulk',
      summary: 'Create many',
      body: z.strictObject({ items: z.array(deferred(z.strictObject({ title: z.string() }))).max(10) }),
      bodyLimit: 4 * 1024 * 1024,
      bodyBounds: { values: 90_000 },
      itemLimit: 64 * 1024,
      itemBounds: { values: 500, members: 20 },
      responses: { 200: z.object({}) },
    });
    const { paths } = await createOpenApiDocument({ bulk }, todoOptions);
    const description = paths['/todos/bulk']?.post?.requestBody?.description;
    expect(description).toContain('At most 4 MiB. As JSON, at most 90,000 values, 4,096 members of an object');
    expect(description).toContain('Each of its items has at most 64 KiB, 500 values, 20 members of an object.');
  });

  it('shows the examples of the schema at the media type, and only there', () => {
    expect(operationOf('post', '/todos').requestBody?.content['application/json']).toEqual({
      schema: { $ref: '#/components/schemas/TodoCreate' },
      examples: {
        example1: { value: { title: 'Buy milk' } },
        example2: { value: { title: 'Call Ada', priority: 'urgent' } },
      },
    });
    expect(document.components.schemas.TodoCreate).not.toHaveProperty('examples');
  });

  it('gives every media type its own schema', () => {
    const { content } = operationOf('post', '/files').requestBody ?? {};
    expect(resolve(content?.['application/json']?.schema)).toMatchObject({ properties: { url: { format: 'uri' } } });
    const multipart = content?.['multipart/form-data'];
    expect({ ...multipart, schema: resolve(multipart?.schema) }).toMatchObject({
      schema: {
        required: ['file'],
        properties: {
          file: {
            type: 'string',
            format: 'binary',
            contentMediaType: 'application/octet-stream',
            description: 'The file.',
          },
          preview: { type: 'string', format: 'binary', description: 'A smaller one.' },
          altText: { type: 'string' },
        },
      },
      encoding: { file: { contentType: 'image/*, application/pdf' } },
    });
    expect(JSON.stringify(content)).not.toContain('filePart');
  });

  it('shows lines of JSON as text, unless the schema says what a line is', () => {
    const { content } = operationOf('post', '/todos/publish').requestBody ?? {};
    expect(content?.['application/x-ndjson']).toEqual({
      schema: { type: 'string', description: 'One JSON value per line.' },
    });
  });
});

describe('responses', () => {
  it('carry the request id and the rate headers, whatever the status', () => {
    const inline = Object.values(document.paths)
      .flatMap((item) => Object.values(item).flatMap(({ responses }) => Object.values(responses)))
      .filter((response): response is Response => !('$ref' in response));
    for (const response of [...inline, ...Object.values(document.components.responses)]) {
      expect(headersOf(response)).toEqual(expect.arrayContaining(everyResponse));
    }
  });

  it.each([
    ['get', '/todos', 200, []],
    ['get', '/todos/{id}', 200, ['ETag']],
    ['put', '/todos/{id}', 201, ['ETag', 'Location']],
    ['delete', '/todos/{id}', 204, []],
    ['post', '/todos', 201, ['Location', 'Idempotent-Replayed', 'ETag']],
    [
      'get',
      '/files/{id}',
      200,
      ['ETag', 'Last-Modified', 'Accept-Ranges', 'Content-Encoding', 'Content-Disposition', 'X-Rows'],
    ],
  ])('of %s %s %i add the headers %3$j', (method, path, status, names) => {
    expect(headersOf(responseOf(method, path, status))).toEqual([...everyResponse, ...names]);
  });

  it.each([
    ['Unauthorized', ['WWW-Authenticate']],
    ['RateLimited', ['Retry-After']],
    ['IdempotencyInProgress', ['Retry-After']],
    ['PreconditionFailed', ['ETag', 'Idempotent-Replayed']],
    ['PreconditionFailedOrAbsent', ['ETag', 'Idempotent-Replayed']],
    ['NotModified', ['ETag']],
    ['MethodNotAllowed', ['Allow']],
    ['ConflictOrIdempotencyInProgress', ['Idempotent-Replayed', 'Retry-After']],
  ])('of %s add %j', (name, headers) => {
    expect(headersOf(document.components.responses[name])).toEqual([...everyResponse, ...headers]);
  });

  it('of a file that has not changed have the headers of the file', () => {
    expect(headersOf(responseOf('get', '/files/{id}', 304))).toEqual([
      ...everyResponse,
      ...['ETag', 'Last-Modified', 'Content-Disposition', 'X-Rows'],
    ]);
  });

  it('include 304 only where the route supports conditional reads', () => {
    const conditional = Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .filter(({ responses }) => '304' in responses);
    expect(conditional.map(({ operationId }) => operationId)).toEqual(['todos.get', 'files.get']);
  });

  it('list the codes of each error status with an example envelope per code', () => {
    const conflict = operationOf('post', '/todos').responses[409] as Reference;
    expect(conflict.$ref).toBe('#/components/responses/ConflictOrIdempotencyInProgress');
    const { description, content } = document.components.responses.ConflictOrIdempotencyInProgress as Response;
    expect(description).toMatch(/^- `conflict`: .*\n- `idempotency_in_progress`: /);
    expect(content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' });
    expect(Object.keys(content?.['application/json']?.examples ?? {})).toEqual(['conflict', 'idempotency_in_progress']);
  });

  it('document exactly the statuses of the policies', () => {
    expect(Object.keys(operationOf('get', '/').responses)).toEqual(['200', '400', '429', '500']);
    expect(Object.keys(operationOf('delete', '/todos/{id}').responses)).toEqual([
      '204',
      '400',
      '401',
      '403',
      '404',
      '412',
      '422',
      '429',
      '500',
    ]);
  });

  it('show a record inside its envelope as example', () => {
    const value = { data: { id: 'todo_1', title: 'Buy milk', status: 'open', dueAt: null, version: 1, subtasks: [] } };
    expect(responseOf('get', '/todos/{id}', 200).content?.['application/json']?.examples).toEqual({
      example: { value },
    });
    expect(responseOf('get', '/todos', 200).content?.['application/json']?.examples).toMatchObject({
      example: { value: { data: [value.data], pagination: { hasMore: false } } },
    });
  });

  it('offer every media type a schema names, and none without a body', () => {
    const { content = {} } = responseOf('get', '/files/{id}', 200);
    expect(Object.keys(content)).toEqual(['text/csv', 'application/json', 'image/*']);
    expect(content['image/*']?.schema).toMatchObject({ type: 'string', format: 'binary' });
    expect(responseOf('delete', '/todos/{id}', 204)).not.toHaveProperty('content');
  });

  it('of files may be partial, and are requested with Range', () => {
    const { parameters, responses } = operationOf('get', '/files/{id}');
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '206', '304', '416']));
    expect(headersOf(responseOf('get', '/files/{id}', 206))).toEqual(
      expect.arrayContaining(['ETag', 'Content-Range', 'Content-Disposition']),
    );
    for (const name of ['Range', 'IfRange', 'IfNoneMatch']) {
      expect(parameters).toContainEqual({ $ref: `#/components/parameters/${name}` });
    }
    expect(headersOf(document.components.responses.RangeNotSatisfiable)).toContain('Content-Range');
  });
});
