import type { ApiError, ErrorDetails } from './api-error.ts';
import { type ErrorTable, standardErrors } from './error-table.ts';

/** What an error response says, whatever form its body has. */
export interface Failure {
  readonly code: string;
  readonly status: number;
  /** For people. */
  readonly message: string;
  readonly details: ErrorDetails | undefined;
  readonly requestId: string;
}

/** A failure as far as a body tells it; the status is that of the response. */
export type ReceivedFailure = Pick<Failure, 'code' | 'message' | 'details' | 'requestId'>;

/** The body of an error in the form APIs have that choose no other. */
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
  /** The body that says what failed. */
  write(failure: Failure): Body;
  /** What a body says; null when it does not have this form, as the one of a proxy. */
  read(body: unknown): ReceivedFailure | null;
  /**
   * The schema of the body.
   *
   * @param details what the body's details fit. Without it they may be anything, or absent.
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
 * Writes an error the way its API does. A code its table does not have becomes `internal_error`: nobody said that its
 * message may leave.
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
