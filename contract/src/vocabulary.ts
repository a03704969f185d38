import { defineOperations } from '@contract-kit/http-spec/zod';
import { rateLimitPolicies } from './limits.ts';
import { scopes } from './scopes.ts';

/** The meaning of the standard codes in this API. */
const errors = {
  unauthorized: { meaning: 'No API key was sent, or the key is invalid, expired or revoked.' },
  forbidden: {
    meaning:
      'The key lacks a scope the operation needs, or may not do this with the scopes it has; the message names them.',
  },
  not_found: { meaning: 'The record or path does not exist, or the record belongs to another workspace.' },
  conflict: {
    meaning:
      'The change contradicts the current state: a duplicate SKU or code, a stale expectedVersion, a record in use.',
  },
} as const;

/** The vocabulary of this API: its scopes, limits and error codes. Every operation is defined with it. */
export const { operation, vocabulary } = defineOperations({
  errors,
  limits: rateLimitPolicies,
  scopes,
  tools: 'stated',
});
