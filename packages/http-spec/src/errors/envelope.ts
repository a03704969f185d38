import type { ApiError, ErrorDetails } from './api-error.ts';
import { type ErrorTable, standardErrors } from './error-table.ts';

/** The content of an error response, whatever the form of its body. */
export interface Failure {
  readonly code: string;
  readonly status: number;
  /** For people. */
  readonly message: string;
  readonly details: ErrorDetails | undefined;
  readonly requestId: string;
}

/** A failure as read from a body; the status is that of the response. */
export type ReceivedFailure = Pick<Failure, 'code' | 'message' | 'details' | 'requestId'>;

/** The default form of error bodies. */
export interface ErrorBody {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details?: ErrorDetails;
    readonly requestId: string;
  };
}

/** The form of all error bodies of one API. */
export interface ErrorEnvelope<Body = unknown, Schema = unknown> {
  /** `application/json`, `application/problem+json` */
  readonly mediaType: string;
  /** Makes the body of an error. */
  write(failure: Failure): Body;
  /** Reads a body; null when it does not have this form, such as the error page of a proxy. */
  read(body: unknown): ReceivedFailure | null;
  /**
   * The schema of the body.
   *
   * @param details the schema of `details`. Without it they may be anything, or absent.
   */
  schema(details?: Schema): Schema;
}

/** An error as it is sent. */
export interface RenderedError {
  readonly status: number;
  readonly contentType: string;
  /** The body as JSON text. */
  readonly text: string;
}

/** The parts of a vocabulary that decide how an error is sent. */
export interface ErrorForm {
  readonly errors: ErrorTable;
  readonly envelope: ErrorEnvelope;
}

/**
 * Writes an error the way its API does. A code that is not in its table becomes `internal_error`, because its message
 * may not be public.
 *
 * @param form the vocabulary of the contract.
 */
export function renderError(
  { errors, envelope }: ErrorForm,
  error: Pick<ApiError<string>, 'code' | 'message' | 'details'>,
  requestId: string,
): RenderedError {
  const known = Object.hasOwn(errors, error.code) ? errors[error.code] : undefined;
  const { status, meaning } = known ?? standardErrors.internal_error;
  const unknown = { code: 'internal_error', message: meaning, details: undefined };
  const { code, message, details } = known === undefined ? unknown : error;
  const { mediaType } = envelope;
  return {
    status,
    contentType: mediaType === 'application/json' ? 'application/json; charset=utf-8' : mediaType,
    text: JSON.stringify(envelope.write({ code, status, message, details, requestId })),
  };
}
