import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../docs/repository.ts';

interface Doors {
  readonly [door: string]: string | { readonly types: string; readonly default: string };
}

/** What matters here of a package.json. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly exports: Doors;
  readonly bin?: Readonly<Record<string, string>>;
  readonly publishConfig?: { readonly exports: Doors; readonly bin?: Readonly<Record<string, string>> };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** A package of the workspace that goes to the registry. */
export interface PublishedPackage {
  /** Its folder, from the root of the repository. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** The names it is imported by: `@contract-kit/openapi/testing`. */
  readonly doors: readonly string[];
}

/** Every package that is not private. */
export function findPublishedPackages(): PublishedPackage[] {
  const folders = globSync(['contract/package.json', 'packages/*/package.json'], { cwd: root }).map(dirname).sort();
  return folders
    .map((folder) => ({ folder, manifest: readManifest(join(root, folder, 'package.json')) }))
    .filter(({ manifest }) => manifest.private !== true)
    .map(({ folder, manifest }) => ({
      folder,
      manifest,
      doors: Object.keys(manifest.exports).map((door) => manifest.name + door.slice(1)),
    }));
}

export function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8'));
}
