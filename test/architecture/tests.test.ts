import { matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import config from '../../vitest.config.ts';
import { longestFiles } from '../support/longest-first.ts';
import { findKeptVariables } from './kept-variables.ts';
import { readSources } from './sources.ts';

const sources = readSources();
const isTest = (path: string) => path.endsWith('.test.ts');
const matches = (path: string, globs: readonly string[]) => globs.some((glob) => matchesGlob(path, glob));

interface Tier {
  readonly test: { readonly include: string[]; readonly exclude: string[] };
}
const tiers = config.test?.projects as unknown as Tier[];

const tiersOf = (path: string) =>
  tiers.filter(({ test: { include, exclude } }) => matches(path, include) && !matches(path, exclude));

describe('a test file', () => {
  it('belongs to exactly one tier', () => {
    const paths = sources.map(({ path }) => path).filter(isTest);
    expect(paths.filter((path) => tiersOf(path).length !== 1)).toEqual([]);
  });

  it('runs in the exhaustive tier too if it does less in the other one', () => {
    const importsOf = (wanted: string) => sources.find(({ path }) => path === wanted)?.imports ?? [];
    const tests = sources.filter(({ path }) => isTest(path) && path !== 'test/support/tiers.test.ts');
    const lesser = tests.filter(({ imports }) => imports.some(({ target }) => /support\/tiers(\.ts)?$/.test(target)));
    const isRunWholly = (path: string) =>
      importsOf(path.replace(/test\.ts$/, 'exhaustive.test.ts')).some(({ target }) => target === path);
    expect(lesser.length).toBeGreaterThan(0);
    expect(lesser.map(({ path }) => path).filter((path) => !isRunWholly(path))).toEqual([]);
  });

  it('exists if it is in the list of the slowest files', () => {
    const paths = sources.map(({ path }) => path);
    expect(longestFiles.filter((path) => !paths.includes(path))).toEqual([]);
  });
});

describe('a test', () => {
  it('leaves no variable for other tests: a hook sets it before each test, or the tests keep their order', () => {
    const tests = sources.filter(({ path }) => isTest(path));
    const kept = tests.flatMap(({ path, text }) => findKeptVariables(text).map((name) => `${path}: ${name}`));
    expect(kept).toEqual([]);
  });

  it('is found to leave a variable in every syntax', () => {
    const text = `
      let [kept, anew, ordered, [own]] = load();
      beforeEach(() => { anew = 1; });
      it('sets', () => { kept = anew = 2; const own = 3; own = 4; state.own = 5; });
      it.each([[1]])('sets, by a pattern, %s', async (own) => { ({ kept, other: [byPattern] } = await load((own = 6))); });
      describe('a story', { shuffle: false }, () => { it('begins', () => { ordered = 7; }); });
      describe('a group', () => { test.skipIf(false)('sets', () => { inGroup = 8; }); });`;
    expect(findKeptVariables(text)).toEqual(['kept', 'byPattern', 'inGroup']);
  });
});

describe('a module that test files share', () => {
  it('registers no hook when it is imported, because a worker imports it once for all of its files', () => {
    const hook = /^(before|after)(All|Each)\(/m;
    const isRunBeforeEachFile = (path: string) => path === 'test/support/vitest-setup.ts';
    const hooking = sources.filter(({ path, text }) => !isTest(path) && !isRunBeforeEachFile(path) && hook.test(text));
    expect(hooking.map(({ path }) => path)).toEqual([]);
  });
});
