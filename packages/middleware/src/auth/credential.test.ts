import { describe, expect, it } from 'vitest';
import { readCredential } from './credential.ts';

describe('the credential of a request', () => {
  it.each([
    [{ authorization: 'Bearer abc' }, 'abc'],
    [{ authorization: 'bearer abc' }, 'abc'],
    [{ authorization: 'BEARER   abc  ' }, 'abc'],
    [{ 'x-api-key': ' abc ' }, 'abc'],
    [{ authorization: 'Bearer abc', 'x-api-key': 'abc' }, 'abc'],
    [{}, null],
  ])('is read from %j', (headers, expected) => {
    expect(readCredential(headers)).toBe(expected);
  });

  it.each([
    { authorization: 'Basic abc' },
    { authorization: 'Bearer' },
    { authorization: 'Bearer a b' },
    { authorization: '' },
    { authorization: 'Bearer abc', 'x-api-key': 'other' },
  ])('is refused with 401 from %j', (headers) => {
    expect(() => readCredential(headers)).toThrow(
      expect.objectContaining({
        code: 'unauthorized',
        headers: { 'WWW-Authenticate': 'Bearer realm="api", error="invalid_token"' },
      }),
    );
  });
});
