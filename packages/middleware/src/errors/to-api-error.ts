import { ApiError, invalidFields } from '@contract-kit/http-spec';
import { RequestValidationError } from '@ts-rest/express';
import { type DescribeIssue, toFieldErrors } from './field-errors.ts';
import type { SchemaIssue } from './issue-message.ts';

/**
 * Any thrown value as an {@link ApiError}: the ones of the pipeline as they are, ts-rest's validation errors as
 * 422, what Express refuses (broken percent-encoding) as 400, everything else as 500 with the value as its cause.
 *
 * @param describe words of your own for what is wrong with a field.
 */
export function toApiError(thrown: unknown, describe?: DescribeIssue): ApiError<string> {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof RequestValidationError) return fromValidation(thrown, describe);
  if (thrown instanceof URIError || clientFault(thrown)) {
    return new ApiError('bad_request', 'The request could not be understood.', { cause: thrown });
  }
  return new ApiError('internal_error', 'Something went wrong on our side.', { cause: thrown });
}

function fromValidation(error: RequestValidationError, describe: DescribeIssue | undefined): ApiError {
  const fieldsOf = (part: { readonly issues: unknown } | null, noun: string) =>
    part === null ? {} : toFieldErrors(part.issues as readonly SchemaIssue[], { noun, describe });
  return invalidFields({
    ...fieldsOf(error.pathParams, 'parameter'),
    ...fieldsOf(error.headers, 'header'),
    ...fieldsOf(error.query, 'parameter'),
    ...fieldsOf(error.body, 'field'),
  });
}

/** Errors Express and its parsers make on purpose carry a 4xx status and say so with `expose` or a URI message. */
function clientFault(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || !('status' in thrown)) return false;
  return typeof thrown.status === 'number' && thrown.status >= 400 && thrown.status < 500;
}
