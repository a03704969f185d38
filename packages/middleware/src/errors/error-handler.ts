import { type ApiError, type ErrorForm, headerNames, renderError } from '@contract-kit/http-spec';
import { standardVocabulary } from '@contract-kit/http-spec/zod';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { type Logger, silentLogger } from '../logger.ts';
import { createRequestId } from '../request-id/request-id.ts';
import type { DescribeIssue } from './field-errors.ts';
import { toApiError } from './to-api-error.ts';

export interface ErrorHandlerOptions {
  readonly logger?: Logger;
  /** How errors look: the vocabulary of the contract. Default: the standard codes in the standard envelope. */
  readonly vocabulary?: ErrorForm;
  /** Words of your own for what is wrong with a field. Default: plain English. */
  readonly describeIssue?: DescribeIssue | undefined;
}

/**
 * The last Express middleware: answers every thrown value with the error envelope. What went wrong on our side is
 * logged under the request id; no stack, SQL or path leaves.
 */
export function createErrorHandler(options: ErrorHandlerOptions = {}): ErrorRequestHandler {
  const { logger = silentLogger, describeIssue } = options;
  const vocabulary: ErrorForm = options.vocabulary ?? standardVocabulary;
  // Express knows error handlers by their four parameters.
  return function handleError(thrown: unknown, req: Request, res: Response, _next: unknown): void {
    const error = toApiError(thrown, describeIssue);
    const definition = Object.hasOwn(vocabulary.errors, error.code) ? vocabulary.errors[error.code] : undefined;
    if (res.closed && isAbort(thrown)) return;
    const requestId = ensureRequestId(res);
    if (definition === undefined || definition.status >= 500) log(logger, thrown, req, requestId);
    if (res.headersSent) {
      // Half an answer cannot be taken back; closing tells the client that it is incomplete.
      res.destroy();
    } else {
      sendError(res, vocabulary, definition === undefined ? toApiError(undefined) : error, requestId);
    }
  };
}

/** Writes the envelope with the headers the error brings. */
function sendError(res: Response, vocabulary: ErrorForm, error: ApiError<string>, requestId: string): void {
  const { status, contentType, text } = renderError(vocabulary, error, requestId);
  const body = Buffer.from(text);
  for (const name in error.headers) res.setHeader(name, error.headers[name] as string);
  res.setHeader('Content-Type', contentType);
  res.setHeader('Content-Length', body.length);
  res.statusCode = status;
  res.end(body);
}

/** The id the answer carries already; an answer that failed before it had one gets it now. */
function ensureRequestId(res: Response): string {
  const present = res.getHeader(headerNames.requestId);
  if (typeof present === 'string') return present;
  const id = createRequestId();
  if (!res.headersSent) res.setHeader('X-Request-Id', id);
  return id;
}

/** What work stops with when its signal says that the client has gone. */
function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'AbortError';
}

function log(logger: Logger, thrown: unknown, req: Request, requestId: string): void {
  const path = req.originalUrl.split('?', 1)[0];
  const cause = thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : undefined;
  logger.error({ requestId, method: req.method, path, err: thrown, cause }, 'request failed');
}
