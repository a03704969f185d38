import { describe, expect, it } from 'vitest';
import { readHeader } from './headers.ts';

describe('a header field', () => {
  it.each([
    ['Fetch headers', new Headers({ 'x-webhook-event': 'a' })],
    ['what Node hands over', { 'x-webhook-event': 'a' }],
    ['a record as it was written', { 'X-Webhook-Event': 'a' }],
    ['a record without a prototype', Object.assign(Object.create(null), { 'X-wEBHOOK-eVENT': 'a' })],
  ])('is found in %s, in any case', (_kind, headers) => {
    expect(readHeader(headers, 'X-Webhook-Event')).toBe('a');
    expect(readHeader(headers, 'x-webhook-event')).toBe('a');
  });

  it('that is repeated is joined by a comma', () => {
    expect(readHeader({ a: ['1', '2'] }, 'A')).toBe('1, 2');
    expect(readHeader({ a: '1', A: '2' }, 'a')).toBe('1, 2');
    expect(
      readHeader(
        new Headers([
          ['a', '1'],
          ['a', '2'],
        ]),
        'a',
      ),
    ).toBe('1, 2');
  });

  it.each([[{}], [{ a: '' }], [{ a: ' \t' }], [{ a: undefined }], [{ a: [] }], [new Headers({ a: '' })]])(
    'counts as absent when it is missing or empty: %j',
    (headers) => {
      expect(readHeader(headers, 'a')).toBeNull();
    },
  );

  it('is not read from the prototype, and may be named get', () => {
    expect(readHeader({}, 'constructor')).toBeNull();
    expect(readHeader({ get: 'x', a: 'y' }, 'a')).toBe('y');
  });

  it('counts as absent when it is not text', () => {
    expect(readHeader({ a: 5 as unknown as string, b: [null, 'x'] as unknown as string[] }, 'a')).toBeNull();
    expect(readHeader({ b: [null, 'x'] as unknown as string[] }, 'b')).toBe('x');
  });
});
