import { ApiError, type ErrorTable, standardErrors } from '@contract-kit/http-spec';

/** The error codes of this API: the standard ones and one of its own. */
export const errors = {
  ...standardErrors,
  quota_exceeded: {
    status: 402,
    meaning: 'The plan of this tenant has no room for more.',
    retry: 'never',
    stored: true,
  },
} as const satisfies ErrorTable;

export const quotaExceeded = (limit: number) =>
  new ApiError<'quota_exceeded'>('quota_exceeded', `This plan has room for ${limit} to-dos.`);
