import { z } from 'zod';
import type { contract as tasks } from '../tasks-contract.ts';
import { breakingAt, changingResponses } from '../tasks-server.ts';
import type { BrokenServer } from './broken-server.ts';

type Contract = typeof tasks;

/** The contract of a server that validates its input with another schema than the one it publishes. */
const withBody = (contract: Contract, body: z.ZodType): Contract =>
  ({ ...contract, create: { ...contract.create, body } }) as Contract;

/** Servers that accept what they should refuse, or refuse it in the wrong way. */
export const brokenInput: readonly BrokenServer[] = [
  {
    title: 'accepts undeclared keys',
    operation: 'todos.create',
    check: 'input.invalid-body',
    deviation: ({ contract }) => ({
      contract: withBody(contract, z.object({ title: z.string().min(1).max(200), done: z.boolean().optional() })),
    }),
  },
  {
    title: 'accepts a text that is too long',
    operation: 'todos.create',
    check: 'input.invalid-body',
    deviation: ({ contract }) => ({
      contract: withBody(contract, z.strictObject({ title: z.string().min(1), done: z.boolean().optional() })),
    }),
  },
  {
    title: 'accepts a body without a required field',
    operation: 'todos.create',
    check: 'input.invalid-body',
    deviation: ({ contract }) => ({
      contract: withBody(
        contract,
        z.strictObject({ title: z.string().min(1).max(200).default('Untitled'), done: z.boolean().optional() }),
      ),
    }),
  },
  {
    title: 'does not say which field is wrong',
    operation: 'todos.create',
    check: 'input.invalid-body',
    deviation: () => ({ before: changingResponses((text) => text.replace(/,"details":\{.*?\}\}/, '')) }),
  },
  {
    title: 'reports the wrong field under another name',
    operation: 'todos.patch',
    check: 'input.invalid-body',
    deviation: () => ({
      before: changingResponses((text) => text.replace('"fieldErrors":{"', '"fieldErrors":{"body/')),
    }),
  },
  {
    title: 'accepts a page of any size',
    operation: 'todos.list',
    check: 'input.invalid-query',
    deviation: ({ contract }) => ({
      contract: {
        ...contract,
        list: {
          ...contract.list,
          query: z.strictObject({
            page: z.coerce.number().optional(),
            limit: z.coerce.number().default(10),
            cursor: z.string().optional(),
          }),
        },
      } as unknown as Contract,
    }),
  },
  {
    title: 'ignores undeclared query parameters',
    operation: 'todos.list',
    check: 'input.invalid-query',
    deviation: ({ contract }) => ({
      contract: {
        ...contract,
        list: { ...contract.list, query: z.object(contract.list.query.shape) },
      } as unknown as Contract,
    }),
  },
  {
    title: 'fails on a body that is not JSON',
    operation: 'todos.create',
    check: 'input.malformed-body',
    deviation: () => ({ before: breakingAt((text) => text.includes('not valid JSON')) }),
  },
  {
    title: 'accepts a body of any length',
    operation: 'todos.create',
    check: 'input.body-limit',
    deviation: ({ contract }) => ({
      contract: {
        ...contract,
        create: { ...contract.create, metadata: { ...contract.create.metadata, bodyLimit: 10_000_000 } },
      } as typeof contract,
    }),
  },
  {
    title: 'returns 404 for another method',
    operation: 'todos.list',
    check: 'input.unsupported-method',
    deviation: () => ({
      before: changingResponses((text, res) => {
        if (res.statusCode === 405) res.statusCode = 404;
        return text;
      }),
    }),
  },
  {
    title: 'does not list the methods of the path',
    operation: 'todos.list',
    check: 'input.unsupported-method',
    deviation: () => ({
      before: changingResponses((text, res) => {
        if (res.statusCode === 405) res.setHeader('Allow', 'GET');
        return text;
      }),
    }),
  },
  {
    title: 'reads every body as JSON',
    operation: 'todos.create',
    check: 'input.media-type',
    deviation: () => ({
      before: (req, _res, next) => {
        req.headers['content-type'] = 'application/json';
        next();
      },
    }),
  },
  {
    title: 'accepts JSON instead of a form',
    operation: 'todos.import',
    check: 'input.media-type',
    deviation: ({ contract }) => {
      const bodyTypes = ['multipart/form-data', 'application/json'];
      const metadata = { ...contract.import.metadata, bodyTypes };
      return { contract: { ...contract, import: { ...contract.import, metadata } } as Contract };
    },
  },
  {
    title: 'ignores malformed percent-encoding',
    operation: 'todos.get',
    check: 'input.broken-encoding',
    deviation: () => ({
      before: (req, _res, next) => {
        req.url = req.url.replace(/%z+/, '');
        next();
      },
    }),
  },
  {
    title: 'fails on long ids',
    operation: 'todos.put',
    check: 'input.invalid-path',
    deviation: () => ({ before: breakingAt((_, { req }) => (req.url ?? '').length > 40) }),
  },
  {
    title: 'fails on malformed ids',
    operation: 'todos.get',
    check: 'input.unknown-record',
    deviation: () => ({ before: breakingAt((_, { req }) => req.url === '/todos/no-such-record') }),
  },
  {
    title: 'deletes what does not exist',
    operation: 'todos.delete',
    check: 'input.unknown-record',
    deviation: ({ handlers }) => ({
      handlers: { ...handlers, delete: async (args) => handlers.delete(args).catch(() => ({ status: 204 as const })) },
    }),
  },
];
