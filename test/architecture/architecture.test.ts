import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBackDoors, findWrongImports } from './arrows.ts';
import { findCircles } from './circles.ts';
import { findUnshipped } from './shipped.ts';
import { findSmallFiles } from './small-files.ts';
import { findImports, findMisnamed, readSources, readTexts, type Source } from './sources.ts';

const sources = readSources();
const isTest = ({ path }: Source) => path.endsWith('.test.ts');
const product = sources.filter(
  (source) => !isTest(source) && /^(apps|contract|packages)\/.*\/?src\//.test(source.path),
);
const pathsOf = (found: readonly Source[]) => found.map(({ path }) => path);

describe('imports', () => {
  it('flow in the directions of docs/architecture.md', () => {
    expect(findWrongImports(sources)).toEqual([]);
  });

  it('enter a feature through its index.ts', () => {
    expect(findBackDoors(sources)).toEqual([]);
  });

  it('form no cycles between the folders of the server or of a package, including type imports', () => {
    expect(findCircles(sources)).toEqual([]);
  });

  // Biome has a rule for it, which reads every package and doubles the time of a check.
  it('name files as they are, with their extensions', () => {
    expect(findMisnamed(sources)).toEqual([]);
  });

  it('that name a file in another way are found', () => {
    const paths = ['x/a.ts', 'x/b.tsx', 'x/c/index.ts'];
    const importing = (name: string) => ({ path: 'x/y.ts', text: '', lines: 1, imports: findImports('x/y.ts', name) });
    const named = (name: string) =>
      findMisnamed([
        ...paths.map((path) => ({ path, text: '', lines: 1, imports: [] })),
        importing(`import '${name}';`),
      ]);
    expect(['./a', './a.js', './b', './c'].filter((name) => named(name).length === 0)).toEqual([]);
    expect(['./a.ts', './b.tsx', './c/index.ts', './d.js', 'a'].flatMap(named)).toEqual([]);
    expect(named('./a.js')).toEqual(['x/y.ts → x/a.js']);
  });

  it('in a cycle are found, once', () => {
    const module = (path: string, ...targets: string[]) => {
      return { path, text: '', lines: 1, imports: targets.map((target) => ({ target, typeOnly: true })) };
    };
    const [a, b, c] = ['features/a', 'features/b', 'http'].map((room) => `apps/server/src/${room}`);
    const circle = [module(`${a}/x.ts`, `${a}/y.ts`, `${b}/x.ts`), module(`${b}/y.ts`, `${c}/x.ts`)];
    expect(findCircles(circle)).toEqual([]);
    expect(findCircles([...circle, module(`${c}/z.ts`, `${a}/x.ts`)])).toEqual([
      `${a} → ${b} → ${c} → ${a}: ${a}/x.ts → ${b}/x.ts, ${b}/y.ts → ${c}/x.ts, ${c}/z.ts → ${a}/x.ts`,
    ]);
  });

  it('are found in every syntax', () => {
    const text = [
      "import a from 'a';",
      "import type { B } from './b.ts';",
      "import {\n  c,\n  d,\n} from '../c.ts';",
      "import 'e';",
      "export * from './f.ts';",
      "const g = await import('g');",
    ].join('\n');
    expect(findImports('x/y/z.ts', text)).toEqual([
      { target: 'a', typeOnly: false },
      { target: 'x/y/b.ts', typeOnly: true },
      { target: 'x/c.ts', typeOnly: false },
      { target: 'e', typeOnly: false },
      { target: 'x/y/f.ts', typeOnly: false },
      { target: 'g', typeOnly: false },
    ]);
  });

  it('against a rule are found', () => {
    const path = 'apps/server/src/storage/wrong.ts';
    const wrong = {
      path,
      text: '',
      lines: 1,
      imports: [{ target: 'apps/server/src/cli/program.ts', typeOnly: false }],
    };
    expect(findWrongImports([wrong])).toEqual([`${path} → apps/server/src/cli/program.ts: storage knows no feature`]);
  });
});

describe('modules under src', () => {
  it('are reachable from an entry of their package: what only tests import is outside src', () => {
    expect(findUnshipped(sources, readTexts('*package.json'))).toEqual([]);
  });

  it('are found when no entry reaches them', () => {
    const module = (path: string, target: string) => {
      return { path, text: '', lines: 1, imports: [{ target, typeOnly: false }] };
    };
    const modules = [
      module('packages/a/src/index.ts', 'packages/a/src/used.ts'),
      module('packages/a/src/used.ts', 'zod'),
      module('packages/a/src/fixture.ts', 'packages/a/src/used.ts'),
      module('packages/a/src/used.test.ts', 'packages/a/src/fixture.ts'),
    ];
    const manifest = { path: 'packages/a/package.json', text: '{ "exports": { ".": "./src/index.ts" } }' };
    expect(findUnshipped(modules, [manifest])).toEqual(['packages/a/src/fixture.ts']);
  });
});

describe('files', () => {
  it('are no longer than 400 lines', () => {
    expect(pathsOf(sources.filter(({ lines }) => lines > 400))).toEqual([]);
  });

  it('are short: the median has at most 90 lines, nine of ten at most 250', () => {
    const lengths = product.map(({ lines }) => lines).sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length * 0.5)]).toBeLessThanOrEqual(90);
    expect(lengths[Math.floor(lengths.length * 0.9)]).toBeLessThanOrEqual(250);
  });

  it('of at most 25 lines are merged into their only importer', () => {
    expect(findSmallFiles(sources)).toEqual([]);
  });

  it('that are small and have one importer are found', () => {
    const module = (path: string, text = '', ...targets: string[]) => {
      return { path, text, lines: 25, imports: targets.map((target) => ({ target, typeOnly: false })) };
    };
    const small = module('apps/a/src/small.ts');
    const one = module('apps/a/src/one.ts', "import { x } from './small.ts';", small.path);
    const other = module('apps/a/src/other.ts', "import { x } from './small.ts';", small.path);
    expect(findSmallFiles([small, one])).toEqual(['apps/a/src/small.ts → apps/a/src/one.ts']);
    expect(findSmallFiles([{ ...small, lines: 26 }, one])).toEqual([]);
    expect(findSmallFiles([small, one, other])).toEqual([]);
    expect(findSmallFiles([small, { ...one, text: "await import('./small.ts')" }])).toEqual([]);
  });

  it('are at most 12 per folder, without tests', () => {
    const folders = Object.groupBy(product, ({ path }) => dirname(path));
    const crowded = Object.entries(folders).filter(([, files]) => (files?.length ?? 0) > 12);
    expect(crowded.map(([folder]) => folder)).toEqual([]);
  });

  it('have names in kebab case that say what they contain', () => {
    const vague = /(^|[./-])(utils?|common|misc|helpers?|manager|data|info|impl)([./-]|$)/;
    const wrong = pathsOf(sources).filter((path) => {
      const name = path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.'));
      return !/^[a-z0-9]+([.-][a-z0-9]+)*$/.test(name) || vague.test(name);
    });
    expect(wrong).toEqual([]);
  });

  it('have no open tasks, and hide nothing from the compiler', () => {
    // Written apart, so that this file does not name what it looks for.
    const marks = new RegExp(['TO' + 'DO', 'FIX' + 'ME', '@ts-' + 'ignore', '@ts-' + 'nocheck'].join('|'));
    expect(pathsOf(sources.filter(({ text }) => marks.test(text)))).toEqual([]);
  });
});

describe('the server', () => {
  const files = product.filter(({ path }) => path.startsWith('apps/server/src/'));
  const having = (pattern: RegExp) => pathsOf(files.filter(({ text }) => pattern.test(text)));

  it('reads the environment only in config/', () => {
    expect(having(/\bprocess\.env\b/).filter((path) => !path.startsWith('apps/server/src/config/'))).toEqual([]);
  });

  it('constructs services and repositories only in the create-<noun>.ts of their feature', () => {
    const constructing = having(/\bnew \w+(Service|Repository)\(/);
    expect(constructing).toContain('apps/server/src/features/products/create-products.ts');
    expect(constructing.filter((path) => !/src\/features\/[^/]+\/create-[^/]+\.ts$/.test(path))).toEqual([]);
  });

  it('takes time and ids from ports', () => {
    const clocks = having(/\bDate\.now\(\)|\bnew Date\(\)|\brandomUUID\(/);
    const edges = /\/(kernel|storage\/embedded|cli)\//;
    expect(clocks.filter((path) => !edges.test(path))).toEqual([]);
  });
});

describe('the packages', () => {
  it('do not read the environment, except the program that npm calls', () => {
    const isLibrary = (path: string) =>
      !path.startsWith('apps/') && path !== 'packages/create-contract-kit/src/main.ts';
    const reading = product.filter(({ path, text }) => isLibrary(path) && /\bprocess\.env\b/.test(text));
    expect(pathsOf(reading)).toEqual([]);
  });

  it('import a package of ts-rest in one module each, so that it can be replaced there', () => {
    const importing = product.flatMap(({ path, imports }) => {
      const [folder] = /^packages\/(?!middleware)[^/]+\/src\//.exec(path) ?? [];
      const targets = folder === undefined ? [] : imports.filter(({ target }) => target.startsWith('@ts-rest/'));
      return targets.map(({ target }) => ({ path, name: `${folder} ${target}` }));
    });
    const several = Object.values(Object.groupBy(importing, ({ name }) => name)).filter((each = []) => each.length > 1);
    expect(importing).not.toEqual([]);
    expect(several).toEqual([]);
  });

  it('do not mention the product: its terms come from its own contract', () => {
    const words =
      /workspace(?!:)|Workspace|\b(?:sku|SKU)s?\b|[Xx]-[Cc][Ll]-|\b[Pp]roducts?(?!-content\/test-support)\b|\bProduct[A-Z]/g;
    const found = readTexts('packages/').flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) => (line.match(words) ?? []).map((word) => `${path}:${index + 1} ${word}`)),
    );
    expect(found).toEqual([]);
  });

  it('pass a contract to ts-rest once', () => {
    const mounting = product.filter(({ text }) => /\bcreateExpressEndpoints\(/.test(text));
    expect(pathsOf(mounting)).toHaveLength(1);
  });

  it('keep a runtime schema for everything in the contract', () => {
    const untyped = product.filter(({ path, text }) => path.startsWith('contract/') && /\bc\.type\b/.test(text));
    expect(pathsOf(untyped)).toEqual([]);
  });
});
