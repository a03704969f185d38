import { ApiError, type ErrorTable, standardErrors } from '@contract-kit/http-spec';

/**
 * Any thrown value as an {@link ApiError}. An error with `expose: true` and a 4xx `status`, such as those of
 * `http-errors`, is meant for the caller: it gets the first code of the table with that status, else `bad_request`.
 * Everything else is a 500 with the value as its cause, whatever its status: the 404 of an upstream is not a 404 of
 * this API.
 */
export function toApiError(thrown: unknown, table: ErrorTable = standardErrors): ApiError<string> {
  if (thrown instanceof ApiError) return thrown;
  if (isExposed(thrown)) {
    const [code = 'bad_request'] = Object.keys(table).filter((name) => table[name]?.status === thrown.status);
    return new ApiError<string>(code, thrown.message, { cause: thrown });
  }
  return new ApiError('internal_error', 'Something went wrong on our side.', { cause: thrown });
}

function isExposed(thrown: unknown): thrown is Error & { readonly status: number } {
  if (!(thrown instanceof Error && 'expose' in thrown && 'status' in thrown)) return false;
  return thrown.expose === true && typeof thrown.status === 'number' && thrown.status >= 400 && thrown.status < 500;
}
