import type { ServerResponse } from 'node:http';
import { invalidFields } from '@contract-kit/http-spec';
import { changingHeads, changingResponses, type Deviation } from '../tasks-server.ts';
import type { BrokenServer } from './broken-server.ts';

/** Changes what goes out, without a look at the text. */
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
    title: 'shows a field the contract does not know',
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
    title: 'does not say under which name to save a file',
    operation: 'todos.export',
    check: 'responses.headers',
    deviation: () => ({ before: changingHeads((res) => res.removeHeader('Content-Disposition')) }),
  },
  {
    title: 'does not say what remains',
    operation: 'todos.list',
    check: 'responses.headers',
    deviation: touching((res) => res.removeHeader('X-RateLimit-Remaining')),
  },
  {
    title: 'does not say that an operation is deprecated',
    operation: 'todos.listTitles',
    check: 'responses.deprecation',
    deviation: touching((res) => res.removeHeader('Deprecation')),
  },
  {
    title: 'goes on serving an operation after its sunset',
    operation: 'todos.listTitles',
    check: 'responses.retired',
    deviation: () => ({ clock: { nowMs: () => Date.parse('2020-06-01') } }),
  },
  {
    title: 'says the same number remains each time',
    operation: 'todos.list',
    check: 'responses.rate-headers',
    deviation: touching((res) => res.setHeader('X-RateLimit-Remaining', '599')),
  },
  {
    title: 'says in milliseconds when the next slot frees',
    operation: 'todos.list',
    check: 'responses.rate-headers',
    deviation: touching((res) => res.setHeader('X-RateLimit-Reset', String(Date.now() + 60_000))),
  },
  {
    title: 'names a place where nothing is',
    operation: 'todos.create',
    check: 'responses.location',
    deviation: touching((res) => res.statusCode === 201 && res.setHeader('Location', '/todos/none')),
  },
  {
    title: 'does not say where the record is that it created',
    operation: 'todos.create',
    check: 'responses.location',
    deviation: touching((res) => res.statusCode === 201 && res.removeHeader('Location')),
  },
  {
    title: 'does not say where the copy is that it made',
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
    title: 'does not know HEAD',
    operation: 'todos.get',
    check: 'responses.head',
    deviation: touching((res) => {
      if (res.req.method === 'HEAD') res.statusCode = 404;
    }),
  },
  {
    title: 'breaks at texts that are not ASCII',
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
