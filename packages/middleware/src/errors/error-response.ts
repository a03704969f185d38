import { type ErrorForm, renderError } from '@contract-kit/http-spec';
import { standardVocabulary } from '@contract-kit/http-spec/zod';
import { toApiError } from './to-api-error.ts';

/** What an error becomes on the wire. */
export interface ErrorResponse {
  readonly status: number;
  /** Those the error brings, and those of the body. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** False when something went wrong on our side, which belongs into the log. */
  readonly isExpected: boolean;
}

/**
 * What a response says about anything that was thrown: its code's status, headers and body. Of what is not an error of
 * the API nothing leaves; it is a 500.
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
