export type {
  CallError,
  CallOptions,
  Client,
  ConditionalOperation,
  ErrorCodeOf,
  ErrorDetailsOf,
  ItemOf,
  ListOperation,
  Operation,
  OperationOf,
  Paging,
  RequestOf,
  ResponsesOf,
  SafeResult,
} from './client-types.ts';
export { createClient } from './create-client.ts';
export { type ClientOptions, createClientFromRoutes } from './create-client-from-routes.ts';
export { isErrorOf } from './is-error-of.ts';
export { ConnectionError } from './requests/connection-error.ts';
export type { DeprecationNotice } from './requests/deprecation.ts';
export type { Hooks, RequestNotice, ResponseNotice, RetryNotice } from './requests/hooks.ts';
export type { StreamedBody } from './requests/streamed-body.ts';
export { ApiRequestError, isApiError } from './responses/api-request-error.ts';
export type { ApiResponse, NotModified, RateState } from './responses/api-response.ts';
export type { DownloadedFile } from './responses/downloaded-file.ts';
export type { ReadError } from './responses/read-error.ts';
export type { RetryOptions } from './retries/retry-options.ts';
export { type RenderRoutesOptions, renderRoutes } from './routes/render-routes.ts';
export type { RouteTable, RouteTree } from './routes/route-table.ts';
export { routeTableOf } from './routes/route-table-of.ts';
export type { ByteSource } from './streams/byte-source.ts';
export { FileStream, formStream } from './streams/form-stream.ts';
export { jsonLines, type ReadJsonLinesOptions, readJsonLines } from './streams/json-lines.ts';
export { update } from './update.ts';
