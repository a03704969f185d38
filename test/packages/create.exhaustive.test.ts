import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { createScratchDatabase, type ScratchDatabase } from '@product-content/test-support/database';
import { run, runToEnd } from '@product-content/test-support/run-program';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { pack } from './packed.ts';
import { findPublishedPackages } from './published-packages.ts';

const packages = findPublishedPackages();
const minutes = 60_000;

let folder: string;
let tarballs: Map<string, string>;
let database: ScratchDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'created-'));
  tarballs = await pack(packages, join(folder, 'tarballs'));
  database = await createScratchDatabase();
}, 4 * minutes);

afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

type PackageManager = 'npm' | 'pnpm';

const choices = [
  ['express', 'memory', 'npm'],
  ['fetch', 'postgres', 'npm'],
  ['express', 'postgres', 'pnpm'],
  ['fetch', 'memory', 'pnpm'],
] as const;

describe.each(choices)('a project that is created with %s, %s and %s', (adapter, store, packageManager) => {
  it(
    'serves, shows a changed schema in types, document and test, and keeps its contract',
    async () => {
      const since = createStopwatch();
      const project = join(folder, `${adapter}-${store}-${packageManager}`);
      await create(project, [...['--adapter', adapter, '--store', store], ...['--package-manager', packageManager]]);
      await install(project, packageManager);
      const installed = since();
      const server = await startServer(project);
      expect((await server.get('/notes')).status).toBe(200);
      const first = since();
      expect((await server.get('/docs')).text).toContain('<!doctype html>');
      const calling = ['src/client.ts', server.url, server.key];
      expect(await run(project, process.execPath, ...calling)).toMatch(/^\S+ Made by the client$/m);
      await expectSound(project);

      const changing = createStopwatch();
      await replace(join(project, 'src/contract.ts'), 'title: z.string().min(1).max(200)', 'name: z.string().min(1)');
      const { code, stdout } = await runToEnd(project, process.execPath, tsc);
      expect([code, stdout]).toEqual([1, expect.stringMatching(/src\/client\.ts.*'title' does not exist/)]);
      const typed = changing();
      const changed = await startServer(project);
      expect((await changed.get('/openapi.json')).text).toMatch(/"required":\s*\[\s*"name"/);
      const documented = changing();
      // A table has columns of its own to change; a map keeps what it gets.
      if (store === 'memory') await expectSound(project, { types: false });
      const tested = store === 'memory' ? `, in the test after ${changing()} s` : '';
      process.stdout.write(
        `${adapter}, ${store}, ${packageManager}: installed after ${installed} s, 200 after ${first} s; a changed schema ` +
          `is in the types after ${typed} s, in the document after ${documented} s${tested}\n`,
      );
    },
    6 * minutes,
  );
});

it('the command creates nothing in a folder that is not empty, and says why in one line', async () => {
  const project = join(folder, 'taken');
  await create(project, ['--yes']);
  const { code, stderr } = await runToEnd(folder, ...commandOf([basename(project), '--yes', '--no-install']));
  expect(code).toBe(2);
  expect(stderr.trim().split('\n').at(-1)).toMatch(/taken is not empty: it contains .*\.$/);
});

/** `npm create`, with the packed package in the place of the one in the registry. */
function commandOf(args: readonly string[]): [program: string, ...args: string[]] {
  const tarball = tarballs.get('create-contract-kit') as string;
  const quiet = ['--yes', '--prefer-offline', '--loglevel=error'];
  return ['npm', 'exec', ...quiet, `--package=${tarball}`, '--', 'create-contract-kit', ...args];
}

async function create(project: string, flags: readonly string[]): Promise<void> {
  const [program, ...args] = commandOf([basename(project), ...flags, '--no-install', '--json']);
  const printed = await run(folder, program, ...args);
  expect(JSON.parse(printed)).toMatchObject({ folder: project, installed: false });
}

/** Installs a project with the packed library: it is not in the registry. */
async function install(project: string, packageManager: PackageManager): Promise<void> {
  const path = join(project, 'package.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  const packed = Object.fromEntries([...tarballs].map(([name, file]) => [name, `file:${file}`]));
  for (const group of ['dependencies', 'devDependencies']) {
    for (const [name, version] of Object.entries<string>(manifest[group])) {
      expect(version, name).toMatch(/^[\^~]?\d/);
      if (packed[name] !== undefined) manifest[group][name] = packed[name];
    }
  }
  if (packageManager === 'npm') {
    await writeFile(path, JSON.stringify({ ...manifest, overrides: packedOverrides(manifest, packed) }));
    await run(project, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error');
    return;
  }
  const lines = Object.entries(packed).map(([name, file]) => `  '${name}': '${file}'\n`);
  await writeFile(path, JSON.stringify(manifest));
  await writeFile(join(project, 'pnpm-workspace.yaml'), `packages: []\noverrides:\n${lines.join('')}`);
  await run(project, 'npx', '--yes', 'pnpm@12', 'install', '--prefer-offline');
}

/** npm overrides only what a project does not depend on itself. */
function packedOverrides(
  { dependencies, devDependencies }: Record<'dependencies' | 'devDependencies', Record<string, string>>,
  packed: Readonly<Record<string, string>>,
): Record<string, string> {
  const direct = { ...dependencies, ...devDependencies };
  return Object.fromEntries(Object.entries(packed).filter(([name]) => direct[name] === undefined));
}

const tsc = 'node_modules/typescript/bin/tsc';

/** The types fit, and the test of the project passes. */
async function expectSound(project: string, { types = true } = {}): Promise<void> {
  if (types) expect(await runToEnd(project, process.execPath, tsc)).toMatchObject({ code: 0, stdout: '' });
  const tested = await runToEnd(project, 'env', `DATABASE_URL=${database.url}`, process.execPath, '--test');
  expect(tested, tested.stdout + tested.stderr).toMatchObject({ code: 0 });
}

async function startServer(project: string) {
  const env = { ...process.env, PORT: '0', DATABASE_URL: database.url };
  const child = spawn(process.execPath, ['src/server.ts'], { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill());
  const printed = await firstOutput(child);
  const [, url = '', key = ''] = /^curl -i (\S+)\/notes -H 'X-API-Key: (\S+)'$/m.exec(printed) ?? [];
  return {
    url,
    key,
    async get(path: string) {
      const response = await fetch(url + path, { headers: { 'X-API-Key': key } });
      return { status: response.status, text: await response.text() };
    },
  };
}

/** What a server prints when it is ready. @throws Error with what it wrote when it ends before. */
function firstOutput(child: ChildProcess): Promise<string> {
  return new Promise((ready, failed) => {
    let errors = '';
    child.stderr?.on('data', (chunk) => {
      errors += chunk;
    });
    child.stdout?.once('data', (chunk) => ready(String(chunk)));
    child.once('exit', (code) => failed(new Error(`The server ended with ${code}: ${errors}`)));
  });
}

async function replace(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
}

/** @returns what says how many seconds have passed, to a tenth. */
function createStopwatch(): () => string {
  const start = performance.now();
  return () => ((performance.now() - start) / 1000).toFixed(1);
}
