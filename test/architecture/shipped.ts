import { posix } from 'node:path';
import type { Source } from './sources.ts';

/**
 * Modules under `src` that no entry of a package reaches: dead ones, and those that only tests import.
 *
 * @param manifests every package.json. Its entries are the modules it names: exports, programs, scripts.
 */
export function findUnshipped(
  sources: readonly Source[],
  manifests: readonly Pick<Source, 'path' | 'text'>[],
): string[] {
  const modules = new Map(sources.filter(isShippable).map((source) => [source.path, source]));
  const reached = new Set<string>();
  const visit = (path: string): void => {
    const source = modules.get(path);
    if (source === undefined || reached.has(path)) return;
    reached.add(path);
    for (const { target } of source.imports) visit(target);
  };
  for (const entry of [...manifests.flatMap(entriesOf), ...[...modules.keys()].filter(isLoadedByName)]) visit(entry);
  return [...modules.keys()].filter((path) => !reached.has(path));
}

const isShippable = ({ path }: Source) => /(^|\/)src\//.test(path) && !/\.test\.tsx?$/.test(path);

function entriesOf({ path, text }: Pick<Source, 'path' | 'text'>): string[] {
  return [...text.matchAll(/[\w./-]*\bsrc\/[\w./-]+\.(?:tsx?|js)\b/g)].map(([entry]) =>
    posix.join(posix.dirname(path), entry),
  );
}

/** The ORM loads the migrations of their folder, and the builds of the console and of the server start at their programs. */
const isLoadedByName = (path: string) =>
  /\/migrations\/[^/]+\.ts$|\/console\/src\/main\.tsx$|\/server\/src\/(cli\/)?main\.js$/.test(path);
