import type { ServerResponse } from 'node:http';
import { invalidFields } from '@contract-kit/http-spec';
import { changingHeads, changingResponses, type Deviation } from '../tasks-server.ts';
import type { BrokenServer } from './broken-server.ts';

/** Changes the status and headers of responses, regardless of their body. */
const touching =
  (touch: (res: ServerResponse) => void): Deviation =>
  () => ({
    before: changingResponses((text, res) => {
      touch(res);
      return text;
    }),
  });

const rewriting =
  (change: (text: string, res: ServerResponse) => string): Deviation =>
  () => ({
    before: changingResponses(change),
  });

/** Servers whose responses break the contract. */
export const brokenResponses: readonly BrokenServer[] = [
  {
    title: 'refuses everything',
    operation: 'todos.create',
    check: 'responses.success',
    deviation: ({ handlers }) => ({
      handlers: {
        ...handlers,
        create: async () => {
          throw invalidFields({ title: 'Not this one.' });
        },
      },
    }),
  },
  {
    title: 'returns 200 for what it created',
    operation: 'todos.copy',
    check: 'responses.status',
    deviation: touching((res) => {
      if (res.statusCode === 201) res.statusCode = 200;
    }),
  },
  {
    title: 'returns a field the contract does not declare',
    operation: 'todos.get',
    check: 'responses.body',
    deviation: rewriting((text) => text.replace('"title"', '"passwordHash":"x","title"')),
  },
  {
    title: 'leaves out a field',
    operation: 'todos.get',
    check: 'responses.body',
    deviation: rewriting((text) => text.replace(/,"version":\d+/, '')),
  },
  {
    title: 'sends JSON as plain text',
    operation: 'todos.list',
    check: 'responses.content-type',
    deviation: touching((res) => res.setHeader('Content-Type', 'text/plain')),
  },
  {
    title: 'omits the file name of a download',
    operation: 'todos.export',
    check: 'responses.headers',
    deviation: () => ({ before: changingHeads((res) => res.removeHeader('Content-Disposition')) }),
  },
  {
    title: 'omits the remaining requests of the rate limit',
    operation: 'todos.list',
    check: 'responses.headers',
    deviation: touching((res) => res.removeHeader('X-RateLimit-Remaining')),
  },
  {
    title: 'omits the deprecation headers',
    operation: 'todos.listTitles',
    check: 'responses.deprecation',
    deviation: touching((res) => res.removeHeader('Deprecation')),
  },
  {
    title: 'serves an operation after its sunset',
    operation: 'todos.listTitles',
    check: 'responses.retired',
    deviation: () => ({ clock: { nowMs: () => Date.parse('2020-06-01') } }),
  },
  {
    title: 'returns the same number of remaining requests each time',
    operation: 'todos.list',
    check: 'responses.rate-headers',
    deviation: touching((res) => res.setHeader('X-RateLimit-Remaining', '599')),
  },
  {
    title: 'returns the reset of the rate limit in milliseconds',
    operation: 'todos.list',
    check: 'responses.rate-headers',
    deviation: touching((res) => res.setHeader('X-RateLimit-Reset', String(Date.now() + 60_000))),
  },
  {
    title: 'returns a Location that does not exist',
    operation: 'todos.create',
    check: 'responses.location',
    deviation: touching((res) => res.statusCode === 201 && res.setHeader('Location', '/todos/none')),
  },
  {
    title: 'omits the Location of a record that it created',
    operation: 'todos.create',
    check: 'responses.location',
    deviation: touching((res) => res.statusCode === 201 && res.removeHeader('Location')),
  },
  {
    title: 'omits the Location of a copy',
    operation: 'todos.copy',
    check: 'responses.headers',
    deviation: touching((res) => res.statusCode === 201 && res.removeHeader('Location')),
  },
  {
    title: 'returns an error without the envelope',
    operation: 'todos.get',
    check: 'responses.errors',
    deviation: rewriting((text, res) => (res.statusCode >= 400 ? '{"message":"No."}' : text)),
  },
  {
    title: 'returns an error with the id of another request',
    operation: 'todos.get',
    check: 'responses.errors',
    deviation: rewriting((text) => text.replace(/"requestId":"[^"]*"/, '"requestId":"req_1"')),
  },
  {
    title: 'returns an error with an undeclared code',
    operation: 'todos.get',
    check: 'responses.errors',
    deviation: rewriting((text) => text.replace('"code":"not_found"', '"code":"gone_missing"')),
  },
  {
    title: 'gives every request the same id',
    operation: 'todos.get',
    check: 'responses.request-id',
    deviation: rewriting((text, res) => {
      res.setHeader('X-Request-Id', 'req_1');
      return text.replace(/"requestId":"[^"]*"/, '"requestId":"req_1"');
    }),
  },
  {
    title: 'does not support HEAD',
    operation: 'todos.get',
    check: 'responses.head',
    deviation: touching((res) => {
      if (res.req.method === 'HEAD') res.statusCode = 404;
    }),
  },
  {
    title: 'fails on texts that are not ASCII',
    operation: 'todos.create',
    check: 'responses.any-valid-input',
    deviation: ({ handlers }) => ({
      handlers: {
        ...handlers,
        create: async (args) => {
          if (/[^ -~]/.test(args.body.title)) throw new Error('The text has no encoding.');
          return handlers.create(args);
        },
      },
    }),
  },
];
