import { ApiError } from '@contract-kit/http-spec';

export { ApiError, type ErrorDetails, type FieldErrors, invalidFields, rootField } from '@contract-kit/http-spec';

/**
 * A `not_found` error: byte for byte the same for a record that does not exist and for one of another workspace, so it
 * does not repeat the caller's reference.
 *
 * @param kind the name of the record: `product`, `attribute group`.
 *
 * @example
 * throw notFound('product'); // The product does not exist.
 */
export function notFound(kind: string): ApiError<'not_found'> {
  return new ApiError('not_found', `The ${kind} does not exist.`);
}
