import { describe, expect, it } from 'vitest';
import { chooseRequestId, createRequestId, requestIdPattern } from './request-id.ts';

describe('the request id', () => {
  it("is the caller's own when it is well formed", () => {
    expect(chooseRequestId('trace-1234.a_b')).toBe('trace-1234.a_b');
  });

  it.each([undefined, '', 'short', 'a'.repeat(129), 'has space 123', 'line\r\nbreak', 'ünïcode-1234'])(
    'is fresh instead of %j',
    (sent) => {
      expect(chooseRequestId(sent, () => 'fresh')).toBe('fresh');
    },
  );

  it('would itself be accepted, and is always different', () => {
    const ids = new Set(Array.from({ length: 1000 }, () => createRequestId()));
    expect(ids.size).toBe(1000);
    for (const id of ids) expect(id).toMatch(requestIdPattern);
  });
});
