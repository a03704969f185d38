import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const source = new URL('.', import.meta.url);

/** The modules an entry loads: texts by path, and everything that is no file of this package. */
function trace(entry: string): { files: Map<string, string>; foreign: string[] } {
  const files = new Map<string, string>();
  const foreign: string[] = [];
  const visit = (url: URL): void => {
    if (files.has(url.href)) return;
    const text = readFileSync(url, 'utf8');
    files.set(url.href, text);
    for (const [statement, name = ''] of text.matchAll(/^(?:import|export)\s(?:[^'";]*?\sfrom\s)?'([^']+)'/gm)) {
      if (/^(?:import|export) type\s/.test(statement)) continue;
      if (name.startsWith('.')) visit(new URL(name, url));
      else foreign.push(name);
    }
  };
  visit(new URL(entry, source));
  return { files, foreign };
}

it.each(['index.ts', 'fetch/index.ts', 'testing/index.ts'])('%s needs nothing but the Web platform', (entry) => {
  const { files, foreign } = trace(entry);
  expect(files.size).toBeGreaterThan(5);
  expect(foreign).toEqual([]);
  const nodeOnly = [...files].filter(([, text]) => /\b(?:Buffer|process|require|setImmediate)\b[.(]/.test(text));
  expect(nodeOnly.map(([path]) => path)).toEqual([]);
});

it('express/index.ts does not need Express', () => {
  expect(trace('express/index.ts').foreign).toEqual([]);
});

it('address-guard/index.ts needs only Node', () => {
  const { foreign } = trace('address-guard/index.ts');
  expect(foreign.filter((name) => !name.startsWith('node:'))).toEqual([]);
  expect(foreign).toContain('node:https');
});

it('the package depends on nothing', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', source), 'utf8'));
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).not.toHaveProperty('peerDependencies');
});
