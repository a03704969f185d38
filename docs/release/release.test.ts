import type { Finding } from '@contract-kit/diff';
import { describe, expect, it } from 'vitest';
import { requiredStep, stepBetween } from './release.ts';

const found = (...levels: Finding['level'][]) => levels.map((level) => ({ level }) as Finding);

describe('the version of a release', () => {
  it.each([
    ['major', found('safe', 'breaking')],
    ['minor', found('risky')],
    ['patch', []],
  ])('raises at least the %s part for the changes', (step, findings) => {
    expect(requiredStep(findings)).toBe(step);
  });

  it.each([
    ['1.4.2', '2.0.0', 'major'],
    ['1.4.2', '1.5.0', 'minor'],
    ['1.4.2', '1.4.10', 'patch'],
    ['1.4.2', '1.4.2', null],
    ['1.4.2', '1.3.9', null],
  ])('from %s to %s raises the part %s', (before, after, step) => {
    expect(stepBetween(before, after)).toBe(step);
  });
});
