import { existsSync, globSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** An absolute path of a path in the repository. */
export const inRepository = (path: string): string => join(root, path);

/** The Markdown files of the repository, by their paths in it. */
export function findMarkdown(): string[] {
  const exclude = (path: string) => /(^|\/)(node_modules|\.git|\.data|dist|coverage)$/.test(path);
  return globSync('**/*.md', { cwd: root, exclude }).sort();
}

/** The path in the repository a link of a file leads to; null when there is nothing. */
export function resolveLink(from: string, path: string): string | null {
  const target = path === '' ? inRepository(from) : join(root, dirname(from), decodeURIComponent(path));
  return existsSync(target) ? relative(root, target) : null;
}
