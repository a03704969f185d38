import { describe, expect, it } from 'vitest';
import { assertWritePreconditions, isNotModified, parsePreconditions } from './preconditions.ts';

const strict = { acceptWeakIfMatch: false };
const current = { entityTag: { value: 'a.2', weak: false } };
const write = (ifMatch: string | undefined, ifNoneMatch?: string, existing: typeof current | null = current) =>
  assertWritePreconditions(parsePreconditions(ifMatch, ifNoneMatch, strict), existing);
const failed = expect.objectContaining({ code: 'precondition_failed' });

describe('preconditions of a write', () => {
  it.each(['"a.2"', '"x", "a.2"', '*'])('let If-Match: %s pass', (field) => {
    expect(() => write(field)).not.toThrow();
  });

  it.each(['"a.1"', 'W/"a.2"', '"x", "y"', '"A.2"'])('fail If-Match: %s, with the current tag', (field) => {
    expect(() => write(field)).toThrow(
      expect.objectContaining({ code: 'precondition_failed', headers: { ETag: '"a.2"' } }),
    );
  });

  it('fail any If-Match on a record that does not exist', () => {
    expect(() => write('*', undefined, null)).toThrow(failed);
    expect(() => write('"a.2"', undefined, null)).toThrow(failed);
  });

  it('treat If-None-Match: * as "create only"', () => {
    expect(() => write(undefined, '*')).toThrow(failed);
    expect(() => write(undefined, '*', null)).not.toThrow();
  });

  it('fail an If-None-Match that lists the current tag, weakly', () => {
    expect(() => write(undefined, 'W/"a.2"')).toThrow(failed);
    expect(() => write(undefined, '"a.1"')).not.toThrow();
  });

  it.each(['abc', '"open', '"a", *', ''])('are refused with 400 when malformed: %j', (field) => {
    expect(() => parsePreconditions(field, undefined, strict)).toThrow(
      expect.objectContaining({ code: 'bad_request' }),
    );
    expect(() => parsePreconditions(undefined, field, strict)).toThrow(
      expect.objectContaining({ code: 'bad_request' }),
    );
  });

  it('take a weakened tag only where that is switched on', () => {
    const lenient = parsePreconditions('W/"a.2"', undefined, { acceptWeakIfMatch: true });
    expect(() => assertWritePreconditions(lenient, current)).not.toThrow();
  });

  it('leave a tag that is not known yet to the write itself', () => {
    const preconditions = parsePreconditions('"a.1"', undefined, strict);
    expect(() => assertWritePreconditions(preconditions, { entityTag: null })).not.toThrow();
  });
});

describe('preconditions of a read', () => {
  it.each([
    ['"a.2"', true],
    ['W/"a.2"', true],
    ['"x", W/"a.2"', true],
    ['*', true],
    ['"a.1"', false],
  ])('compare If-None-Match: %s weakly', (field, expected) => {
    expect(isNotModified(parsePreconditions(undefined, field, strict), current.entityTag)).toBe(expected);
  });

  it('ignore an unknown tag', () => {
    expect(isNotModified(parsePreconditions(undefined, '*', strict), null)).toBe(false);
  });
});
