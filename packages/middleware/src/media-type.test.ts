import { describe, expect, it } from 'vitest';
import { acceptedMediaType } from './media-type.ts';

const accepted = ['application/json', 'application/x-ndjson', 'multipart/form-data'];

describe('the media type of a body', () => {
  it.each([
    ['application/json', 'application/json'],
    ['Application/JSON', 'application/json'],
    ['application/json; charset=utf-8', 'application/json'],
    ['application/json;charset="UTF-8"', 'application/json'],
    ['application/x-ndjson', 'application/x-ndjson'],
    ['multipart/form-data; boundary=x', 'multipart/form-data'],
  ])('of %s is %s', (field, expected) => {
    expect(acceptedMediaType(field, accepted)).toBe(expected);
  });

  it.each(['text/plain', 'application/xml', 'application/jsonx', '', 'json'])('is refused with 400: %j', (field) => {
    expect(() => acceptedMediaType(field, accepted)).toThrow(
      expect.objectContaining({
        code: 'bad_request',
        message: `Content-Type is not accepted: send ${accepted.join(' or ')}.`,
      }),
    );
  });

  it('is required', () => {
    expect(() => acceptedMediaType(undefined, ['application/json'])).toThrow(
      'Content-Type is missing: send application/json.',
    );
  });

  it.each(['application/json; charset=latin1', 'application/json; charset=utf-16'])('must be UTF-8: %s', (field) => {
    expect(() => acceptedMediaType(field, accepted)).toThrow('The charset of the body must be UTF-8.');
  });
});
