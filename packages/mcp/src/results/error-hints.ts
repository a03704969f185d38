import type { ErrorTable, StandardErrorCode } from '@contract-kit/http-spec';

/** What a model can do about an error code; for a code of the API, its meaning and whether to retry. */
export function hintOf(code: string, errors: ErrorTable): string | undefined {
  if (Object.hasOwn(standardHints, code)) return standardHints[code as StandardErrorCode];
  const definition = errors[code];
  if (definition === undefined) return undefined;
  return definition.retry === 'never' ? definition.meaning : `${definition.meaning} Wait, then call again.`;
}

const standardHints: Readonly<Record<StandardErrorCode, string>> = {
  bad_request: 'Correct the arguments and call again.',
  unauthorized: 'The credential is not accepted: tell the user.',
  forbidden: 'The caller may not do this: tell the user which scope is missing.',
  not_found: 'Search for the record first: ids and codes are compared exactly.',
  method_not_allowed: 'Use another tool.',
  conflict: 'Read the current record, then decide whether the change still makes sense.',
  idempotency_in_progress: 'The first call is still running: wait a moment, then call again with the same arguments.',
  operation_retired: 'This no longer exists: use another tool.',
  precondition_failed: 'The record has changed: read it again and redo the change on the current version.',
  precondition_required: 'Read the record first and pass its etag as ifMatch.',
  payload_too_large: 'Send less at once.',
  range_not_satisfiable: 'Request a part that the file has.',
  validation_failed: 'Correct the arguments named in fieldErrors and call again.',
  idempotency_key_reused: 'Use a new idempotencyKey for a new intent.',
  rate_limited: 'Wait before the next call.',
  internal_error: 'The server failed. Try once more; if it fails again, tell the user the requestId.',
};
