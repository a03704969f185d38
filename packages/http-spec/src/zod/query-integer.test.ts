import { describe, expect, it } from 'vitest';
import { queryInteger } from './schemas.ts';

describe('an integer in a query string', () => {
  const percentage = queryInteger({ min: 0, max: 100 });

  it('may have any number of leading zeros, as its pattern in a document says', () => {
    expect(percentage.parse('10')).toBe(10);
    expect(percentage.parse(`${'0'.repeat(40)}10`)).toBe(10);
  });

  it.each(['', '1.0', '1e1', '+1', ' 1', '-1', '101', '9'.repeat(16)])('is not %j', (text) => {
    expect(percentage.safeParse(text).success).toBe(false);
  });
});
