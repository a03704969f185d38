import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { run, runToEnd } from '@product-content/test-support/run-program';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type NotesFault, startNotesServer } from '../../packages/contract-testing/test-support/plain/notes-server.ts';
import { inRepository } from '../docs/repository.ts';
import { compile, createProject, pack } from './packed.ts';
import { findPublishedPackages, type Manifest } from './published-packages.ts';

const packages = findPublishedPackages();
const everyName = packages.map(({ manifest }) => manifest.name);
const minutes = 60_000;

/** The oldest version of Node that the packages are for. */
const oldestNode = '22.15.0';

let folder: string;
let tarballs: Map<string, string>;
const tarballOf = (name: string) => tarballs.get(name) as string;
const openTarball = async (name: string) =>
  createPackageFromTarballData(new Uint8Array(await readFile(tarballOf(name))));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packed-'));
  tarballs = await pack(packages, join(folder, 'tarballs'));
}, 2 * minutes);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Where a source file is built to, without what its name ends with. */
const builtOf = (source: unknown) => String(source).replace('./src/', './dist/').slice(0, -'.ts'.length);

describe.each(packages)('$manifest.name', ({ folder: where, manifest, doors }) => {
  it('has the same exports in the workspace and when published', () => {
    const { exports, bin = {}, publishConfig } = manifest;
    const doors = Object.entries(exports).map(([door, source]) => {
      return [door, { types: `${builtOf(source)}.d.ts`, default: `${builtOf(source)}.js` }];
    });
    expect(publishConfig?.exports).toEqual({ ...Object.fromEntries(doors), './package.json': './package.json' });
    const commands = Object.entries(bin).map(([command, source]) => [command, `${builtOf(source)}.js`]);
    expect(publishConfig?.bin ?? {}).toEqual(Object.fromEntries(commands));
  });

  it('says what changed in its version', () => {
    const changes = readFileSync(inRepository(`${where}/CHANGELOG.md`), 'utf8');
    const [, version, date] = /^## \[(.*?)\] - (.*)$/m.exec(changes) ?? [];
    expect([version, date]).toEqual([manifest.version, expect.stringMatching(/^(Unreleased|\d{4}-\d{2}-\d{2})$/)]);
  });

  it('is packed without problems', async () => {
    const { buffer } = new Uint8Array(await readFile(tarballOf(manifest.name)));
    const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  // A package that is a command only has no types.
  if (doors.length === 0) return;
  it(
    'has types that are found wherever its ES modules are',
    async () => {
      const packed = createPackageFromTarballData(new Uint8Array(await readFile(tarballOf(manifest.name))));
      const { types, ...result } = await checkPackage(packed);
      expect(types).toMatchObject({ kind: 'included' });
      // CommonJS loads these packages with `import()`, or with `require()` from Node 22 on.
      const problems = 'problems' in result ? result.problems : [];
      expect(
        problems.filter(
          ({ kind, ...at }) =>
            kind !== 'CJSResolvesToESM' && !('resolutionKind' in at && at.resolutionKind === 'node10'),
        ),
      ).toEqual([]);
    },
    minutes,
  );
});

describe('a project with @contract-kit/webhooks', () => {
  it(
    'compiles and runs without Node’s types, and installs nothing else',
    async () => {
      const project = join(folder, 'receiver');
      const file = 'test/packages/consumer/receiver.ts';
      await createProject(project, [file], { '@contract-kit/webhooks': tarballOf('@contract-kit/webhooks') });
      expect((await readdir(join(project, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual([
        '@contract-kit',
      ]);
      expect(await readdir(join(project, 'node_modules/@contract-kit'))).toEqual(['webhooks']);
      const options = { lib: ['es2024', 'dom'], types: [], skipLibCheck: false };
      expect(await compile(project, options)).toEqual([]);
      await run(project, process.execPath, file);
    },
    2 * minutes,
  );
});

describe('a bookshop written with the packed packages', () => {
  it(
    'keeps its contract on Express and on Hono, with keys and with tokens',
    async () => {
      const project = join(folder, 'bookshop');
      const files = ['api', 'check', 'contract', 'hosts', 'shop'];
      const sources = files.map((name) => `test/packages/consumer/bookshop/${name}.ts`);
      const express = { express: '^5', '@ts-rest/express': '3.53.0-rc.1', '@types/express': '^5' };
      const others = { hono: '^4', '@hono/node-server': '^2', jose: '^6', '@types/node': '^24' };
      await createProject(project, sources, { ...express, ...others, ...Object.fromEntries(tarballs) });
      expect(await compile(project)).toEqual([]);
      const printed = await run(project, process.execPath, 'test/packages/consumer/bookshop/check.ts');
      const verified = printed.split('\n').map((line) => line.split(':')[0]);
      expect(verified.slice(0, 4)).toEqual(['Express, apiKey', 'Express, jwt', 'Hono, apiKey', 'Hono, jwt']);
    },
    4 * minutes,
  );
});

/**
 * ts-rest declares types of zod 3, and a type of MikroORM does not fit `exactOptionalPropertyTypes`; nothing else is
 * wrong without `skipLibCheck`.
 */
const isOurs = (fault: string) => !/^node_modules\/@(ts-rest|mikro-orm)\/core\//.test(fault);

describe('a project with every package', () => {
  const example = ['contract', 'handlers', 'server', 'todos'].map(
    (name) => `packages/middleware/examples/todo-server/${name}.ts`,
  );
  const file = 'test/packages/consumer/server.ts';
  const [notes, handler] = ['notes-contract', 'notes-handler'].map(
    (name) => `packages/contract-testing/test-support/plain/${name}.ts`,
  ) as [string, string];
  let project: string;

  beforeAll(async () => {
    project = join(folder, 'server');
    const peers = Object.assign({}, ...(await Promise.all(everyName.map(optionalPeersOf))));
    const compiler = { 'typescript-5.9': 'npm:typescript@~5.9.0' };
    await createProject(project, [...example, file, notes, handler], {
      ...peers,
      ...compiler,
      ...Object.fromEntries(tarballs),
    });
  }, 4 * minutes);

  it('has the dependencies of each package, and nothing invalid', async () => {
    const { code, stdout, stderr } = await runToEnd(project, 'npm', 'ls', '--all');
    expect(stdout).toContain('@contract-kit/middleware@');
    expect(stdout.split('\n').filter((line) => /invalid|UNMET DEPENDENCY|extraneous/.test(line))).toEqual([]);
    expect(code, stderr).toBe(0);
  });

  it(
    'compiles, serves and calls',
    async () => {
      expect(await compile(project)).toEqual([]);
      await run(project, process.execPath, file);
    },
    2 * minutes,
  );

  it(
    'has no errors in declarations except those of ts-rest and MikroORM',
    async () => {
      const faults = await compile(project, { skipLibCheck: false });
      expect(faults.filter(isOurs)).toEqual([]);
    },
    2 * minutes,
  );

  it(
    `compiles with TypeScript 5.9 as well, and serves and calls on Node ${oldestNode}`,
    async () => {
      const emitted = { skipLibCheck: false, noEmit: false, outDir: 'built', rewriteRelativeImportExtensions: true };
      const tsc = join(project, 'node_modules/typescript-5.9/bin/tsc');
      const faults = await compile(project, { ...emitted, allowImportingTsExtensions: false }, tsc);
      expect(faults.filter(isOurs)).toEqual([]);
      // Apart: this package of Node's adds files that npm does not know of.
      const other = join(folder, 'node');
      await createProject(other, [], { node: oldestNode });
      const node = join(other, 'node_modules/node/bin/node');
      expect(await run(project, node, '--version')).toBe(`v${oldestNode}\n`);
      await run(project, node, join('built', file.replace(/\.ts$/, '.js')));
    },
    3 * minutes,
  );

  describe('verifies another kind of server with a plain ts-rest contract', () => {
    const verify = (...args: string[]) => {
      const command = join(project, 'node_modules/.bin/contract-kit');
      return runToEnd(project, process.execPath, command, 'verify', ...args);
    };
    const start = async (fault?: NotesFault) => {
      const server = await startNotesServer(fault);
      onTestFinished(() => server.close());
      return ['--contract', notes, '--url', server.baseUrl, '--runs', '5'];
    };

    it('and exits with 0 when it keeps the contract', async () => {
      const { code, stdout } = await verify(...(await start()));
      expect(stdout).toContain('notes.create  POST /notes: 8 of 8 passed');
      expect(stdout).toMatch(/\d+ checks passed, 0 failed, 0 skipped: 5 operations/);
      expect(code).toBe(0);
    });

    it('and exits even if the app that a module exports keeps timers', async () => {
      const app = `import { createNotesHandler } from './${handler}';
        setInterval(() => undefined, 1000);
        export const app = createNotesHandler();`;
      await writeFile(join(project, 'app.ts'), app);
      const { code, stdout } = await verify('--contract', notes, '--app', 'app.ts', '--runs', '5');
      expect(stdout).toMatch(/\d+ checks passed, 0 failed, 0 skipped: 5 operations/);
      expect(code).toBe(0);
    });

    it('and exits with 1 when it does not, with a report for people or for programs', async () => {
      const given = [...(await start('takes-anything')), '--seed', '1', '--only', 'notes.create'];
      const { code, stdout } = await verify(...given);
      expect(stdout).toContain('✗ input.invalid-body: a body its schema refuses is refused');
      expect(stdout).toContain('curl -i -X POST');
      expect(code).toBe(1);
      const { code: same, stdout: json } = await verify(...given, '--json');
      expect(JSON.parse(json)).toMatchObject({ seed: 1, failed: 1, operations: [{ id: 'notes.create' }] });
      expect(same).toBe(1);
    });

    it('and exits with 2 and the reason when it cannot run', async () => {
      const url = ['--url', 'http://127.0.0.1:65530'];
      const contract = ['--contract', notes];
      for (const [args, reason] of [
        [[...contract, ...url], 'POST http://127.0.0.1:65530/notes got no response'],
        [url, "required option '--contract <file>' not specified"],
        [[...contract, '--url', 'localhost:3000'], '"localhost:3000" is not an address'],
        [['--contract', 'none.ts', ...url], 'none.ts cannot be loaded'],
        [[...contract, ...url, '--export', 'none'], `${notes} exports no "none".`],
        [[...contract, ...url, '--only', 'notes.nap'], '"notes.nap" is neither an operation nor a check.'],
        [[...contract, ...url, '--runs', 'many'], 'Must be a whole number.'],
        [[...contract, ...url, '--nap'], "unknown option '--nap'"],
      ] as const) {
        const { code, stdout, stderr } = await verify(...args);
        expect([code, stdout], reason).toEqual([2, '']);
        expect(stderr).toContain(reason);
      }
    });

    it('and prints its usage', async () => {
      const { code, stdout } = await verify('--help');
      expect(stdout).toContain('--contract <file>');
      expect(code).toBe(0);
    });
  });

  it('has imported every export', () => {
    const files = [...example, file, 'test/packages/consumer/receiver.ts'];
    const text = files.map((path) => readFileSync(inRepository(path), 'utf8')).join('\n');
    const unopened = packages.flatMap(({ doors }) => doors).filter((door) => !text.includes(` from '${door}';`));
    expect(unopened).toEqual([]);
    expect(everyName).toContain('@contract-kit/http-spec');
  });
});

/** What a package, as it is packed, takes for some of its doors only. */
async function optionalPeersOf(name: string): Promise<Record<string, string>> {
  const text = (await openTarball(name)).readFile(`/node_modules/${name}/package.json`);
  const { peerDependencies = {}, peerDependenciesMeta = {} } = JSON.parse(text) as Manifest;
  const names = Object.keys(peerDependenciesMeta);
  return Object.fromEntries(Object.entries(peerDependencies).filter(([peer]) => names.includes(peer)));
}
