import { globSync, readFileSync, realpathSync } from 'node:fs';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { type App, sharedApp } from '@product-content/test-support/app-server';
import { findProgram } from '@product-content/test-support/optional-programs';
import { run } from '@product-content/test-support/run-program';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMarkdown } from '../docs/markdown/markdown.ts';
import { inRepository } from '../docs/repository.ts';

const document = inRepository('docs/openapi.json');
const here = inRepository('test/other-languages');
const generator = findProgram('openapiPythonClient');
const withoutPython = generator === null ? ' (skipped: openapi-python-client is not installed)' : '';

let app: App;
let folder: string;

beforeAll(async () => {
  app = await sharedApp();
  folder = await mkdtemp(join(tmpdir(), 'clients-'));
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const newKey = async () => (await app.createKey(await app.createWorkspace())).key;

describe('a client by openapi-typescript and openapi-fetch', () => {
  it('compiles and calls the server', async () => {
    await writeFile(join(folder, 'api.d.ts'), astToString(await openapiTypeScript(pathToFileURL(document))));
    await copyFile(join(here, 'programs/calls.ts'), join(folder, 'calls.ts'));
    await symlink(join(here, 'node_modules'), join(folder, 'node_modules'));
    const compilerOptions = {
      target: 'es2024',
      module: 'nodenext',
      strict: true,
      noEmit: true,
      noUncheckedIndexedAccess: true,
      types: ['node'],
    };
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['calls.ts', 'api.d.ts'] }),
    );
    await run(folder, process.execPath, inRepository('node_modules/typescript/bin/tsc'), '-p', '.');
    await run(folder, process.execPath, 'calls.ts', app.baseUrl, await newKey());
  }, 120_000);
});

describe.skipIf(generator === null)(`a client by openapi-python-client${withoutPython}`, () => {
  beforeAll(async () => {
    await run(folder, generator ?? '', 'generate', '--path', document, '--output-path', 'api', '--meta', 'none');
    await copyFile(join(here, 'programs/calls.py'), join(folder, 'calls.py'));
  }, 120_000);

  it('has every operation, and compiles', async () => {
    const { paths } = JSON.parse(readFileSync(document, 'utf8')) as {
      paths: Record<string, Record<string, { operationId?: string }>>;
    };
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    const names = operations.flatMap(({ operationId }) => (operationId === undefined ? [] : toPython(operationId)));
    const written = globSync('api/api/*/*.py', { cwd: folder }).map((path) => basename(path, '.py'));
    expect(names.filter((name) => !written.includes(name))).toEqual([]);
    await run(folder, python(), '-m', 'compileall', '-q', 'api');
  }, 60_000);

  it('calls the server', async () => {
    await run(folder, python(), 'calls.py', app.baseUrl, await newKey());
  }, 60_000);
});

it('the guide shows the Python that runs here', () => {
  const { blocks } = readMarkdown(inRepository('docs/guides/other-languages.md'));
  const python = blocks.filter(({ language }) => language === 'python');
  const program = readFileSync(join(here, 'programs/calls.py'), 'utf8');
  expect(python).toHaveLength(1);
  expect(program).toContain(python[0]?.text.trim());
});

/** The Python the generator runs in, which has what the clients need. */
const python = () => join(dirname(realpathSync(generator ?? '')), 'python');

/** `products.versions` is `products_versions`, `exportProfiles.list` is `export_profiles_list`. */
function toPython(operationId: string): string {
  return operationId
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll(/[.-]/g, '_')
    .toLowerCase();
}
