import { describe, expect, it } from 'vitest';
import { linearPattern } from './linear-pattern.ts';
import { matchPatterns } from './pattern-matches.ts';
import { createSnapshot } from './snapshot/create-snapshot.ts';

/** 683 instructions. */
const costly = '(?:[a-z]?){340}$';

const attribute = (code: string, pattern?: string) => ({
  id: code,
  code,
  label: code,
  type: 'text' as const,
  localizable: false,
  required: false,
  isUnique: false,
  usableAsAxis: false,
  filterProgress: null,
  defaultValue: null,
  options: [],
  validation: pattern === undefined ? {} : { pattern },
  position: 0,
});

const catalog = createSnapshot({
  version: '1',
  attributes: [attribute('plain'), attribute('letters', '^[a-z]+$'), attribute('costly', costly)],
  categories: [],
  settings: [],
  collections: [],
});

describe('texts matched ahead of the rules', () => {
  it('have the result of their pattern', async () => {
    const values = [{ letters: 'abc', plain: '1', unknown: 'x', costly: null }, null, undefined, { letters: '1' }];
    const match = await matchPatterns(values, { catalog });
    expect(match(linearPattern('^[a-z]+$'), 'abc')).toBe(true);
    expect(match(linearPattern('^[a-z]+$'), '1')).toBe(false);
  });

  it('have no result once earlier texts have used up the limit of one product', async () => {
    const texts = Array.from({ length: 10 }, (_, n) => `${n}${'x'.repeat(450)}`);
    const match = await matchPatterns(
      texts.map((text) => ({ costly: text })),
      { catalog },
    );
    const results = texts.map((text) => match(linearPattern(costly), text));
    expect(results.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => true));
    expect(results.slice(6)).toEqual([null, null, null, null]);
    const unbounded = await matchPatterns(
      texts.map((text) => ({ costly: text })),
      { catalog, maxSteps: Number.POSITIVE_INFINITY },
    );
    expect(unbounded(linearPattern(costly), texts[9] as string)).toBe(true);
  });

  it('are matched on demand when they were not matched ahead', async () => {
    const match = await matchPatterns([], { catalog });
    expect(match(linearPattern('^b$'), 'b')).toBe(true);
  });
});
