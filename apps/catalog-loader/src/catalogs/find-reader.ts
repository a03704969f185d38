import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { LoadError } from '../load-error.ts';
import { toCode } from '../source/codes.ts';
import type { CatalogReader } from './catalog-reader.ts';
import { contractFolder } from './contract-folder.ts';
import { icecat } from './icecat/read-icecat.ts';
import { magento } from './magento/read-magento.ts';
import { rebrickable } from './rebrickable/read-rebrickable.ts';

/** Formats `pcm load` reads, in the order they are tried on a folder. */
export const readers: readonly CatalogReader[] = [contractFolder, icecat, rebrickable, magento];

/** A catalog on disk and what reads it. */
export interface FoundCatalog {
  /** What it is called in the summary and added to codes that clash: the format's name, or the folder's. */
  readonly name: string;
  readonly reader: CatalogReader;
  readonly folder: string;
}

/**
 * Finds what `pcm load <catalog>` means: a name such as `icecat`, whose folder the data folder is or holds, or any other
 * folder, whose files tell the format.
 *
 * @throws LoadError saying what was looked for where, and what is there instead.
 */
export async function findCatalog(catalog: string, dataFolder: string): Promise<FoundCatalog> {
  const named = readers.find((reader) => reader.name === catalog && reader !== contractFolder);
  return named === undefined ? findFolder(catalog, dataFolder) : findNamed(named, resolve(dataFolder));
}

async function findNamed(reader: CatalogReader, dataFolder: string): Promise<FoundCatalog> {
  const own = join(dataFolder, reader.name);
  for (const folder of [own, dataFolder]) {
    if (await reader.recognises(folder)) return { name: reader.name, reader, folder };
  }
  const problem = isFolder(own)
    ? `${own} does not hold the catalog "${reader.name}" (${reader.files}); ${contentOf(own)}`
    : `The catalog "${reader.name}" (${reader.files}) is neither in ${own} nor in ${dataFolder}; ${contentOf(dataFolder)}`;
  throw new LoadError(`${problem}. Name the folder of the catalogs, or the catalog's own, with --data.`);
}

async function findFolder(catalog: string, dataFolder: string): Promise<FoundCatalog> {
  const candidates = isAbsolute(catalog) ? [catalog] : [resolve(catalog), join(resolve(dataFolder), catalog)];
  const folder = candidates.find((candidate) => existsSync(candidate));
  if (folder === undefined) {
    const names = readers.filter((reader) => reader !== contractFolder).map(({ name }) => name);
    throw new LoadError(
      `"${catalog}" is neither a catalog (${names.join(', ')}) nor a folder: ${candidates.join(' and ')} ${candidates.length === 1 ? 'does' : 'do'} not exist.`,
    );
  }
  if (!isFolder(folder))
    throw new LoadError(`${folder} is a file: name the folder it is in, or import it with pcm import.`);
  for (const reader of readers) {
    if (!(await reader.recognises(folder))) continue;
    const name = reader === contractFolder ? (toCode(basename(folder)) ?? reader.name) : reader.name;
    return { name, reader, folder };
  }
  const known = readers.map(({ files }) => files).join(', ');
  throw new LoadError(`${folder} does not hold a catalog that can be loaded (${known}); ${contentOf(folder)}.`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Names shown of what a folder holds. */
const shownEntries = 8;

function contentOf(folder: string): string {
  if (!isFolder(folder)) return `${folder} ${existsSync(folder) ? 'is not a folder' : 'does not exist'}`;
  const names = readdirSync(folder).sort();
  if (names.length === 0) return `${folder} is empty`;
  const more = names.length > shownEntries ? ', …' : '';
  return `${folder} has ${names.slice(0, shownEntries).join(', ')}${more}`;
}
