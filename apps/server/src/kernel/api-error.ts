import { ApiError } from '@contract-kit/http-spec';

export { ApiError, type ErrorDetails, type FieldErrors, invalidFields, rootField } from '@contract-kit/http-spec';

/**
 * A `not_found` error. The same for a record that does not exist and for one of another workspace
 * (document section "Global conventions", 6).
 *
 * @param kind the record in words: `product`, `attribute group`.
 * @param reference what the caller named it by: an id, SKU or code.
 *
 * @example
 * throw notFound('product', 'A-1'); // No product "A-1" exists.
 */
export function notFound(kind: string, reference: string): ApiError<'not_found'> {
  return new ApiError('not_found', `No ${kind} "${reference}" exists.`);
}
