import { defineOperations } from '@contract-kit/http-spec/zod';
import { z } from 'zod';

/** The words of this API: scopes, limits and error codes. */
export const { operation, apiError, vocabulary } = defineOperations({
  scopes: { 'todos:read': 'Read to-dos.', 'todos:write': 'Create and change to-dos.' },
  limits: { standard: { limit: 60, windowMs: 60_000 } },
  errors: {
    quota_exceeded: {
      status: 402,
      meaning: 'The plan of this tenant has no room for more.',
      retry: 'never',
      stored: true,
      details: z.object({ limit: z.int() }).meta({ examples: [{ limit: 1000 }] }),
    },
  },
});
