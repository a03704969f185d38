import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** One module, as far as the rules look at it. */
export interface Source {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly imports: readonly Import[];
}

export interface Import {
  /** A file of the repository from its root, or the name as written for a package. */
  readonly target: string;
  /** Only types are imported: nothing of it is there at run time. */
  readonly typeOnly: boolean;
}

/** Every TypeScript file of the repository that is not ignored, those with JSX too, and the programs in JavaScript. */
export function readSources(): Source[] {
  return readTexts('*.ts', '*.tsx', '*/main.js').map(({ path, text }) => {
    return { path, text, lines: text.split('\n').length - 1, imports: findImports(path, text) };
  });
}

/** Files of the repository that are not ignored, by patterns of git. */
export function readTexts(...patterns: string[]): Pick<Source, 'path' | 'text'>[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', ...patterns];
  const paths = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  return paths.flatMap((path) => {
    const text = readIfThere(join(root, path));
    return text === null ? [] : [{ path, text }];
  });
}

/** A file that is deleted but not committed yet is still listed. */
function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

const statement = /^(?:import|export)\s(type\s)?(?:[^'";]*?\sfrom\s)?'([^']+)'/gm;
const dynamic = /\bimport\('([^']+)'\)/g;

/** The imports of a module. The formatter gives every import one form, so that its text is enough. */
export function findImports(path: string, text: string): Import[] {
  const found = [...text.matchAll(statement)].map(([, type, name]) => ({ name: name as string, typeOnly: !!type }));
  const late = [...text.matchAll(dynamic)].map(([, name]) => ({ name: name as string, typeOnly: false }));
  return [...found, ...late].map(({ name, typeOnly }) => ({ target: resolve(path, name), typeOnly }));
}

function resolve(path: string, name: string): string {
  return name.startsWith('.') ? posix.join(posix.dirname(path), name) : name;
}

/** Imports that name a source without its extension, or with that of JavaScript. */
export function findMisnamed(sources: readonly Source[]): string[] {
  const paths = new Set(sources.map(({ path }) => path));
  const mayMean = (target: string) => ['.ts', '.tsx', '/index.ts'].map((end) => target.replace(/\.jsx?$/, '') + end);
  const isWrong = (target: string) => !paths.has(target) && mayMean(target).some((path) => paths.has(path));
  return sources.flatMap(({ path, imports }) =>
    imports.filter(({ target }) => isWrong(target)).map(({ target }) => `${path} → ${target}`),
  );
}
