import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNestedDeeperThan } from './nesting.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('the nesting of JSON text', () => {
  it('is the depth of the value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const bytes = Buffer.from(JSON.stringify(value));
        const depth = depthOf(value);
        expect(isNestedDeeperThan(depth, bytes)).toBe(false);
        if (depth > 0) expect(isNestedDeeperThan(depth - 1, bytes)).toBe(true);
      }),
    );
  });

  it('does not count brackets within texts, behind escaped quotes either', () => {
    expect(isNestedDeeperThan(1, Buffer.from('{"[[[\\"[[":"\\\\{{{"}'))).toBe(false);
  });

  it('ends at the first excess', () => {
    const bytes = new Uint8Array(100).fill(0x5b);
    const read = new Proxy(bytes, {
      get: (target, name) => {
        if (name === '70') throw new Error('read on');
        return Reflect.get(target, name, target);
      },
    });
    expect(isNestedDeeperThan(64, read)).toBe(true);
  });
});
