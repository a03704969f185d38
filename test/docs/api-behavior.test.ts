import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTexts } from '../architecture/sources.ts';
import { inRepository } from './repository.ts';

/** The numbers of rules, with the section each stands in, in the order of a text. */
function readRules(text: string): { readonly section: string; readonly number: string }[] {
  const marks = text.matchAll(/^(?:## (\d+)\. .*|- \*\*(\d+\.\d+)\*\* .*)$/gm);
  let section = '';
  return [...marks].flatMap(([, heading, number]) => {
    section = heading ?? section;
    return number === undefined ? [] : [{ section, number }];
  });
}

/** The rules that a text cites: `(API behavior 4.3, 4.5)`. */
const citationsIn = (text: string): string[] =>
  [...text.matchAll(/API behavior (\d[\d., ]*\d)/g)].flatMap(([, numbers = '']) => numbers.split(/, ?/));

const rules = readRules(readFileSync(inRepository('docs/api-behavior.md'), 'utf8'));

describe('docs/api-behavior.md', () => {
  it('numbers each rule once, in order, within its section', () => {
    expect(rules.length).toBeGreaterThan(100);
    const places = rules.map(({ number }) => number.split('.').map(Number) as [number, number]);
    const misplaced = rules.filter(({ section, number }, index) => {
      const [place, before] = [places[index], places[index - 1]];
      const isBehind = before?.[0] !== place?.[0] || (before?.[1] ?? 0) < (place?.[1] ?? 0);
      return number.split('.')[0] !== section || !isBehind;
    });
    expect(misplaced).toEqual([]);
  });

  it('has every rule that code, tests and documents cite', () => {
    const numbers = new Set(rules.map(({ number }) => number));
    const sources = readTexts('*.ts', '*.tsx', '*.sql', '*.md').filter(({ path }) => !path.startsWith('test/docs/'));
    const citations = sources.flatMap(({ path, text }) => citationsIn(text).map((number) => ({ path, number })));
    expect(citations.length).toBeGreaterThan(20);
    expect(citations.filter(({ number }) => !numbers.has(number))).toEqual([]);
  });
});

describe('a citation', () => {
  it('is found by itself and in a list', () => {
    expect(citationsIn('Null when it may (API behavior 4.7).')).toEqual(['4.7']);
    expect(citationsIn(' * (API behavior 5.1, 5.10): merges')).toEqual(['5.1', '5.10']);
  });
});
