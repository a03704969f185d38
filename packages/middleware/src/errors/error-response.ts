import { type ErrorForm, renderError } from '@contract-kit/http-spec';
import { standardVocabulary } from '@contract-kit/http-spec/zod';
import { toApiError } from './to-api-error.ts';

/** An error as it is sent. */
export interface ErrorResponse {
  readonly status: number;
  /** The header fields of the error and of its body. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** False for a failure of the server, which must be logged. */
  readonly isExpected: boolean;
}

/**
 * The response for any thrown value: status, headers and body of its code. A value that is not an error of the API
 * becomes a 500 that reveals nothing about it.
 *
 * @param form the vocabulary of the contract.
 */
export function toErrorResponse(
  thrown: unknown,
  requestId: string,
  form: ErrorForm = standardVocabulary,
): ErrorResponse {
  const error = toApiError(thrown, form.errors);
  const known = Object.hasOwn(form.errors, error.code) ? error : toApiError(undefined);
  const { status, contentType, text } = renderError(form, known, requestId);
  const fields = [
    ...Object.entries(known.headers),
    ['Content-Type', contentType],
    ['Content-Length', String(Buffer.byteLength(text))],
  ] as const;
  return { status, fields, body: text, isExpected: status < 500 };
}
