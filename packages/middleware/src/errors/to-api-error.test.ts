import { ApiError } from '@contract-kit/http-spec';
import { describe, expect, it } from 'vitest';
import { toApiError } from './to-api-error.ts';

describe('a thrown value', () => {
  it('that is an ApiError stays what it is', () => {
    const error = new ApiError('conflict', 'Taken.');
    expect(toApiError(error)).toBe(error);
  });

  it.each([
    new URIError('URI malformed'),
    Object.assign(new Error("Failed to decode param '%zz'"), { status: 400 }),
    Object.assign(new SyntaxError('bad'), { status: 415, expose: true }),
  ])('that blames the client is a 400 in our words: %s', (thrown) => {
    expect(toApiError(thrown)).toMatchObject({ code: 'bad_request', message: 'The request could not be understood.' });
  });

  it.each([
    new Error('password'),
    Object.assign(new Error('upstream'), { status: 502 }),
    'text',
    undefined,
    null,
    42,
    { status: 400 },
  ])('that is anything else is a 500 that keeps it as its cause: %s', (thrown) => {
    const error = toApiError(thrown);
    expect(error).toMatchObject({ code: 'internal_error', message: 'Something went wrong on our side.' });
    expect(error.cause).toBe(thrown);
  });
});
