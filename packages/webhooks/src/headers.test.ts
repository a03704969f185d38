import { describe, expect, it } from 'vitest';
import { readHeader } from './headers.ts';

describe('a header field', () => {
  it.each([
    ['Fetch headers', new Headers({ 'x-webhook-event': 'a' })],
    ['what Node hands over', { 'x-webhook-event': 'a' }],
    ['a record as it was written', { 'X-Webhook-Event': 'a' }],
    ['a record without a prototype', Object.assign(Object.create(null), { 'X-wEBHOOK-eVENT': 'a' })],
  ])('is found in %s, whatever the case', (_kind, headers) => {
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
    'that is absent or empty is none: %j',
    (headers) => {
      expect(readHeader(headers, 'a')).toBeNull();
    },
  );

  it('is not taken from the prototype, and one named get is a field', () => {
    expect(readHeader({}, 'constructor')).toBeNull();
    expect(readHeader({ get: 'x', a: 'y' }, 'a')).toBe('y');
  });

  it('of another type than text is none', () => {
    expect(readHeader({ a: 5 as unknown as string, b: [null, 'x'] as unknown as string[] }, 'a')).toBeNull();
    expect(readHeader({ b: [null, 'x'] as unknown as string[] }, 'b')).toBe('x');
  });
});
