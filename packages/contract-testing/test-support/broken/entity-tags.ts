import { changingAnswers } from '../tasks-server.ts';
import type { BrokenServer } from './broken-server.ts';

/** Servers whose tags and conditions do not protect what they should. */
export const brokenEntityTags: readonly BrokenServer[] = [
  {
    title: 'keeps the ETag over a change',
    operation: 'todos.patch',
    check: 'entity-tags.change',
    deviation: () => ({
      before: changingAnswers((text, res) => {
        const tag = res.getHeader('ETag');
        if (typeof tag === 'string') res.setHeader('ETag', tag.replace(/\.\d+"$/, '.1"'));
        return text;
      }),
    }),
  },
  {
    title: 'answers a change with the ETag of before',
    operation: 'todos.patch',
    check: 'entity-tags.change',
    deviation: () => ({
      before: changingAnswers((text, res) => {
        if (res.req.method === 'PATCH') res.setHeader('ETag', '"before"');
        return text;
      }),
    }),
  },
  {
    title: 'ignores If-None-Match',
    operation: 'todos.get',
    check: 'entity-tags.if-none-match',
    deviation: () => ({
      before: (req, _res, next) => {
        delete req.headers['if-none-match'];
        next();
      },
    }),
  },
  {
    title: 'leaves the ETag out of a 304',
    operation: 'todos.get',
    check: 'entity-tags.if-none-match',
    deviation: () => ({
      before: changingAnswers((text, res) => {
        if (res.statusCode === 304) res.removeHeader('ETag');
        return text;
      }),
    }),
  },
  {
    title: 'compares If-None-Match strongly',
    operation: 'todos.get',
    check: 'entity-tags.if-none-match',
    deviation: () => ({
      before: (req, _res, next) => {
        if (req.headers['if-none-match']?.startsWith('W/')) delete req.headers['if-none-match'];
        next();
      },
    }),
  },
  {
    title: 'ignores If-Match',
    operation: 'todos.delete',
    check: 'entity-tags.if-match',
    deviation: () => ({
      before: (req, _res, next) => {
        delete req.headers['if-match'];
        next();
      },
    }),
  },
  {
    title: 'compares If-Match weakly',
    operation: 'todos.patch',
    check: 'entity-tags.if-match',
    deviation: () => ({ acceptWeakIfMatch: true }),
  },
  {
    title: 'checks If-Match before the change and not with it',
    operation: 'todos.patch',
    check: 'entity-tags.lost-update',
    deviation: ({ handlers, todos }) => ({
      handlers: {
        ...handlers,
        patch: async ({ params, body, context }) => {
          // Long enough for the other requests to arrive, on a busy machine too.
          if (context.ifMatch !== null) await new Promise((resolve) => setTimeout(resolve, 300));
          const todo = todos.patch(context.caller.tenantId, params.id, body, null);
          return { status: 200, body: { data: todo }, headers: { ETag: `"${todo.id}.${todo.version}"` } };
        },
      },
    }),
  },
  {
    title: 'looks at the body before the condition',
    operation: 'todos.patch',
    check: 'entity-tags.before-validation',
    deviation: () => ({
      before: (req, _res, next) => {
        if (req.headers['content-length'] === '2') delete req.headers['if-match'];
        next();
      },
    }),
  },
];
