import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Choices } from './choices.ts';

/** A project cannot be created; the message says why in one line. */
export class CannotCreateError extends Error {
  override readonly name = 'CannotCreateError';
}

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>;
}

const templates = new URL('../templates/', import.meta.url);

/** Where each file of a project comes from. */
function sourcesOf({ adapter, store }: Choices): Readonly<Record<string, string>> {
  return {
    '.gitignore': 'gitignore',
    'README.md': 'README.txt',
    'tsconfig.json': 'tsconfig.json',
    'src/contract.ts': 'contract.ts',
    'src/handlers.ts': 'handlers.ts',
    'src/stores.ts': `stores.${store}.ts`,
    'src/api.ts': 'api.ts',
    'src/docs.ts': 'docs.ts',
    'src/server.ts': `server.${adapter}.ts`,
    'src/client.ts': 'client.ts',
    'src/contract.test.ts': 'contract-test.ts',
  };
}

const ofEvery = ['client', 'http-spec', 'middleware', 'openapi'].map((name) => `@contract-kit/${name}`);

const dependenciesOf = {
  express: ['@ts-rest/express', 'express'],
  fetch: ['@hono/node-server', 'hono'],
  memory: [],
  postgres: ['pg'],
} as const satisfies Record<Choices['adapter' | 'store'], readonly string[]>;

const typesOf = {
  express: ['@types/express'],
  fetch: [],
  memory: [],
  postgres: ['@types/pg'],
} as const satisfies Record<Choices['adapter' | 'store'], readonly string[]>;

/**
 * Writes the files of a new project without installing packages.
 *
 * @param folder that does not exist, or is empty. Its last part is the name of the project.
 * @returns the paths of the files within the folder.
 * @throws CannotCreateError when the folder is not empty, or its name is not a package name.
 */
export async function createProject(folder: string, choices: Choices): Promise<readonly string[]> {
  const name = basename(folder);
  if (!/^[a-z0-9][a-z0-9._-]{0,213}$/.test(name)) {
    throw new CannotCreateError(`"${name}" is not a package name: use lower-case letters, digits, - . and _.`);
  }
  await assertEmpty(folder);
  const files = new Map([['package.json', await renderManifest(name, choices)]]);
  for (const [path, source] of Object.entries(sourcesOf(choices))) {
    files.set(path, toProject(await readFile(new URL(source, templates), 'utf8'), name, choices));
  }
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return [...files.keys()];
}

async function assertEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR') throw new CannotCreateError(`${folder} is a file.`);
    throw error;
  });
  if (entries.length > 0) throw new CannotCreateError(`${folder} is not empty: it contains ${entries[0]}.`);
}

/** Templates use the first choices and the name my-api; a project has one file where the templates have several. */
function toProject(text: string, name: string, { packageManager }: Choices): string {
  const commands = packageManager === 'npm' ? text : text.replaceAll('`npm ', `\`${packageManager} `);
  return commands.replace(/'\.\/(server|stores)\.\w+\.ts'/g, "'./$1.ts'").replace('# my-api', `# ${name}`);
}

/** The versions are those that the templates are tested with. */
async function renderManifest(name: string, { adapter, store }: Choices): Promise<string> {
  const own = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  const { devDependencies: versions } = JSON.parse(own) as Manifest;
  const pick = (...names: readonly string[]) =>
    Object.fromEntries(names.toSorted().map((dependency) => [dependency, versions[dependency]]));
  const manifest = {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: '>=22.18' },
    scripts: {
      start: 'node src/server.ts',
      dev: 'node --watch src/server.ts',
      test: 'node --test',
      check: 'tsc',
      client: 'node src/client.ts',
    },
    dependencies: pick(...ofEvery, '@ts-rest/core', 'zod', ...dependenciesOf[adapter], ...dependenciesOf[store]),
    devDependencies: pick(
      '@contract-kit/contract-testing',
      '@types/node',
      'typescript',
      ...typesOf[adapter],
      ...typesOf[store],
    ),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
