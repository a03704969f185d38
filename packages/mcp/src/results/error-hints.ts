import type { StandardErrorCode } from '@contract-kit/http-spec';

/** What a model can do about each code. */
export const errorHints: Readonly<Record<StandardErrorCode, string>> = {
  bad_request: 'Correct the arguments and call again.',
  unauthorized: 'The API key does not work: tell the user.',
  forbidden: 'The API key may not do this: tell the user which scope is missing.',
  not_found: 'Search for the record first: ids and codes are compared exactly.',
  method_not_allowed: 'Use another tool.',
  conflict: 'Read the record as it is now, then decide whether the change still makes sense.',
  idempotency_in_progress: 'The first call still runs: wait a moment and call again with the same arguments.',
  precondition_failed: 'Somebody changed the record: read it again and redo the change on what it is now.',
  payload_too_large: 'Send less at once.',
  range_not_satisfiable: 'Ask for a part the file has.',
  validation_failed: 'Correct the arguments named in fieldErrors and call again.',
  idempotency_key_reused: 'Use a new idempotencyKey for a new intent.',
  rate_limited: 'Wait before the next call.',
  internal_error: 'The server failed. Try once more; if it fails again, tell the user the requestId.',
};
