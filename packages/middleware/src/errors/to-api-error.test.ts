import { ApiError } from '@contract-kit/http-spec';
import { describe, expect, it } from 'vitest';
import { toApiError } from './to-api-error.ts';

describe('a thrown value', () => {
  it('that is an ApiError is unchanged', () => {
    const error = new ApiError('conflict', 'Taken.');
    expect(toApiError(error)).toBe(error);
  });

  it.each([
    [404, 'not_found'],
    [409, 'conflict'],
    [418, 'bad_request'],
  ])('that exposes status %i is %s with its own message', (status, code) => {
    const thrown = Object.assign(new Error('No such plan.'), { status, expose: true });
    expect(toApiError(thrown)).toMatchObject({ code, message: 'No such plan.', cause: thrown });
  });

  it.each([
    new Error('password'),
    new URIError('URI malformed'),
    Object.assign(new Error('upstream'), { status: 404 }),
    Object.assign(new Error('upstream'), { status: 500, expose: true }),
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
