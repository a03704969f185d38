export type { Answer, NotModified, RateState } from './answering/answer.ts';
export { ApiRequestError, isApiError, isErrorOf } from './answering/api-request-error.ts';
export type { DownloadedFile } from './answering/downloaded-file.ts';
export type { RetryNotice } from './calling/call.ts';
export { ConnectionError } from './calling/connection-error.ts';
export type {
  Answers,
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
  SafeResult,
} from './client-types.ts';
export { type ClientOptions, createClient } from './create-client.ts';
export type { RetryOptions } from './retrying/retry-options.ts';
export { update } from './update.ts';
