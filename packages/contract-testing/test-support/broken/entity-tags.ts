import type { ServerResponse } from 'node:http';
import { changingResponses, type Deviation } from '../tasks-server.ts';
import type { BrokenServer } from './broken-server.ts';
import { createMeeting } from './meeting.ts';

const withoutTag =
  (isTold: (res: ServerResponse) => boolean): Deviation =>
  () => ({
    before: changingResponses((text, res) => {
      if (isTold(res)) res.removeHeader('ETag');
      return text;
    }),
  });

/** Servers whose tags and conditions do not protect what they should. */
export const brokenEntityTags: readonly BrokenServer[] = [
  {
    title: 'keeps the ETag over a change',
    operation: 'todos.patch',
    check: 'entity-tags.change',
    deviation: () => ({
      before: changingResponses((text, res) => {
        const tag = res.getHeader('ETag');
        if (typeof tag === 'string') res.setHeader('ETag', tag.replace(/\.\d+"$/, '.1"'));
        return text;
      }),
    }),
  },
  {
    title: 'returns the previous ETag after a change',
    operation: 'todos.patch',
    check: 'entity-tags.change',
    deviation: () => ({
      before: changingResponses((text, res) => {
        if (res.req.method === 'PATCH') res.setHeader('ETag', '"before"');
        return text;
      }),
    }),
  },
  {
    title: 'omits the ETag of a record that it returns',
    operation: 'todos.get',
    check: 'responses.headers',
    deviation: withoutTag(({ req, statusCode }) => req.method === 'GET' && statusCode === 200),
  },
  {
    title: 'omits the ETag of a record that it changed',
    operation: 'todos.patch',
    check: 'responses.headers',
    deviation: withoutTag(({ req }) => req.method === 'PATCH'),
  },
  {
    title: 'omits the ETag of a record that it replaced',
    operation: 'todos.put',
    check: 'entity-tags.change',
    deviation: withoutTag(({ req }) => req.method === 'PUT'),
  },
  {
    title: 'omits the ETag of a 412 that it documents',
    operation: 'todos.delete',
    check: 'responses.headers',
    deviation: withoutTag(({ statusCode }) => statusCode === 412),
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
    title: 'omits the ETag of a 304',
    operation: 'todos.get',
    check: 'entity-tags.if-none-match',
    deviation: () => ({
      before: changingResponses((text, res) => {
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
    deviation: ({ handlers, todos }) => {
      const meetAnother = createMeeting();
      return {
        handlers: {
          ...handlers,
          patch: async ({ params, body, context }) => {
            if (context.ifMatch !== null) await meetAnother();
            const todo = todos.patch(context.caller.tenantId, params.id, body, null);
            return { status: 200, body: { data: todo }, headers: { ETag: `"${todo.id}.${todo.version}"` } };
          },
        },
      };
    },
  },
  {
    title: 'checks the body before the condition',
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
