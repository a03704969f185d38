import type { CallError, Operation } from './client-types.ts';
import { ApiRequestError } from './responses/api-request-error.ts';

/**
 * True for a failure of the given operation; narrows to its codes and details.
 *
 * @example
 * if (isErrorOf(client.rentals.create, error) && error.code === 'payment_required') pay(error.details.deposit);
 */
export function isErrorOf<Code extends string, Details>(
  { operationId }: Operation<never, unknown, Code, Details>,
  error: unknown,
): error is CallError<Code | 'unknown', Details> {
  return error instanceof ApiRequestError && error.operationId === operationId;
}
