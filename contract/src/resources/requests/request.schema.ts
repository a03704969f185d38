import { queryInteger, queryList } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { limits } from '../../limits.ts';
import { idOf } from '../../values/identifiers.ts';
import { queryInstant, TimestampSchema } from '../../values/locale.ts';
import { trimmed } from '../../values/text.ts';
import { requestMethods, requestSources } from './request-values.ts';

const example = {
  requestId: 'req_01k9f2v6m8e5fa1s3tqzc7d4xq',
  createdAt: '2026-01-31T09:30:00.000Z',
  source: 'api',
  method: 'PATCH',
  path: '/api/v1/products/MUG-BLUE',
  queryParameters: ['locale'],
  operationId: 'products.patch',
  status: 422,
  errorCode: 'validation_failed',
  errorFields: ['price'],
  isReplay: false,
  durationMs: 3.4,
  responseBytes: 214,
  key: { id: 'key_01k9f2v6m8e5fa1s3tqzc7d4xc', name: 'shop sync' },
};

/** A request in the log, without its body and the values of its query. */
export const LoggedRequestSchema = z
  .object({
    requestId: z
      .string()
      .describe('The `X-Request-Id` of the response. Requests that were sent with the same id share it.'),
    createdAt: TimestampSchema.describe('When it arrived.'),
    source: z
      .enum(requestSources)
      .meta({ id: 'RequestSource', description: 'How an operation was called.' })
      .describe(
        '`assistant`: an operation that a tool, resource or prompt called, or a message to `/mcp` that was refused.',
      ),
    method: z.string().describe('As it was sent.'),
    path: z
      .string()
      .describe(`Without the query; its first ${limits.loggedRequest.path.toLocaleString('en')} characters.`),
    queryParameters: z
      .array(z.string())
      .max(limits.loggedRequest.queryParameters)
      .describe('The names of its query parameters, never their values.'),
    operationId: z.string().nullable().describe('The operation; null where none serves the path and method.'),
    status: z.int().nullable().describe('Of the response; null when the client disconnected before there was one.'),
    errorCode: z
      .string()
      .nullable()
      .describe(
        'The code of the error; null for a success, and for an error that was repeated for an Idempotency-Key.',
      ),
    errorFields: z
      .array(z.string())
      .max(limits.loggedRequest.errorFields)
      .describe(`What \`fieldErrors\` of the error name: the first ${limits.loggedRequest.errorFields}.`),
    isReplay: z.boolean().describe('True when the response of an earlier request was repeated for an Idempotency-Key.'),
    durationMs: z.number().min(0).describe('Milliseconds until the response was ready, without the time of a stream.'),
    responseBytes: z
      .int()
      .nullable()
      .describe('Size of the body of the response; null for a stream and for calls of assistants.'),
    key: z
      .object({
        id: idOf('apiKey'),
        name: z.string().nullable().describe('The current name of the key.'),
      })
      .meta({ id: 'RequestKey', description: 'The API key of a request.' }),
  })
  .meta({ id: 'LoggedRequest', description: 'A request in the request log.', examples: [example] });

/** A page of the request log, and where the next one starts. */
export const LoggedRequestPageSchema = z
  .object({
    data: z.array(LoggedRequestSchema),
    pagination: z
      .object({
        limit: z.int().min(1).describe('Maximum number of requests on a page.'),
        hasMore: z.boolean().describe('A client stops paging when it is false.'),
        nextCursor: z.string().nullable().describe('Send it as `cursor` to get the next page. Null on the last page.'),
      })
      .meta({ id: 'CursorPagination', description: 'Where a page ends, in a list without a total.' }),
  })
  .meta({
    id: 'LoggedRequestPage',
    description: 'Requests, newest first, and where the page ends.',
    examples: [{ data: [example], pagination: { limit: 50, hasMore: false, nextCursor: null } }],
  });

export const LoggedRequestPathSchema = z.object({
  requestId: z.string().min(1).max(128).describe('The `X-Request-Id` of a response, or `error.requestId`.'),
});

const name = trimmed(100);

export const LoggedRequestListQuerySchema = z.strictObject({
  status: queryList({
    member: z.string().regex(/^[2-5](xx|[0-9]{2})$/, 'Must be a status such as 422, or a class such as 4xx.'),
    max: 20,
  })
    .optional()
    .describe('Statuses, or classes of them: `422`, `4xx,5xx`.'),
  code: name.optional().describe('Only requests with this error code.'),
  operation: name.optional().describe('Only requests of this operation: `products.patch`.'),
  key: idOf('apiKey').optional().describe('Only requests of this API key.'),
  method: z.enum(requestMethods).optional().describe('Only requests with this method.'),
  source: z.enum(requestSources).optional().describe('Only requests that came this way.'),
  request_id: z.string().min(1).max(128).optional().describe('Only requests with this id.'),
  from: queryInstant.optional().describe('Requests that arrived at or after this ISO 8601 timestamp.'),
  to: queryInstant.optional().describe('Requests that arrived before this ISO 8601 timestamp.'),
  limit: queryInteger({ min: 1, max: limits.page.max })
    .optional()
    .default(limits.page.default)
    .describe(`Most requests on a page, 1 to ${limits.page.max}.`),
  cursor: z.string().min(1).max(4352).optional().describe('`pagination.nextCursor` of the page before.'),
});

export type LoggedRequest = z.output<typeof LoggedRequestSchema>;
export type LoggedRequestPage = z.output<typeof LoggedRequestPageSchema>;
export type LoggedRequestListQuery = z.output<typeof LoggedRequestListQuerySchema>;
