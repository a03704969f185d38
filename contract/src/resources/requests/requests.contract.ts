import { dataOf } from '@contract-kit/http-spec/zod';
import { operation } from '../../vocabulary.ts';
import {
  LoggedRequestListQuerySchema,
  LoggedRequestPageSchema,
  LoggedRequestPathSchema,
  LoggedRequestSchema,
} from './request.schema.ts';

const access = {
  scopes: ['keys:write'],
  tools: { none: 'People look for failed requests; an assistant sees its own errors.' },
} as const;

/** The request log of a workspace. */
export const requestsContract = {
  list: operation({
    ...access,
    id: 'requests.list',
    method: 'GET',
    path: '/requests',
    summary: 'List the last requests of the workspace, newest first',
    description: [
      'Requests of all API keys of the workspace, including calls of assistants, but never their bodies or the values of their queries.',
      'They are kept for 3 days, and the last 100,000 of a workspace, unless the server is configured otherwise.',
      'A request appears about a second after its response. When more arrive than the server can store, some are left out, successful ones first.',
      'Successful requests of the log itself are not in it, nor are messages of assistants beside the operations that they call.',
    ].join(' '),
    query: LoggedRequestListQuerySchema,
    responses: { 200: LoggedRequestPageSchema },
  }),
  get: operation({
    ...access,
    id: 'requests.get',
    method: 'GET',
    path: '/requests/:requestId',
    summary: 'Get a request of the workspace by its id',
    description:
      'Finds a failed request by the `requestId` of its error. Of several requests with the same id it is the newest; `GET /requests?request_id=` lists them.',
    resource: 'request',
    pathParams: LoggedRequestPathSchema,
    responses: { 200: dataOf(LoggedRequestSchema) },
  }),
};
