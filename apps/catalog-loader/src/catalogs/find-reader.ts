import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { LoadError } from '../load-error.ts';
import { toCode } from '../source/codes.ts';
import type { CatalogReader } from './catalog-reader.ts';
import { contractFolder } from './contract-folder.ts';
import { icecat } from './icecat/read-icecat.ts';
import { magento } from './magento/read-magento.ts';
import { rebrickable } from './rebrickable/read-rebrickable.ts';

/** Formats that `pcm load` reads, in the order in which they are tried on a folder. */
export const readers: readonly CatalogReader[] = [contractFolder, icecat, rebrickable, magento];

/** A catalog on disk and its reader. */
export interface FoundCatalog {
  /** The name in the summary, which is also appended to codes that clash: the format's name, or the folder's. */
  readonly name: string;
  readonly reader: CatalogReader;
  readonly folder: string;
}

/**
 * Finds the catalog that `pcm load <catalog>` names: a format such as `icecat`, whose folder is or is in the data
 * folder, or any other folder, whose files show the format.
 *
 * @throws LoadError saying what was looked for where, and what was found instead.
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
    ? `${own} does not contain the catalog "${reader.name}" (${reader.files}); ${contentOf(own)}`
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
  throw new LoadError(`${folder} does not contain a catalog that can be loaded (${known}); ${contentOf(folder)}.`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Entries of a folder shown in a message. */
const maxListedEntries = 8;

function contentOf(folder: string): string {
  if (!isFolder(folder)) return `${folder} ${existsSync(folder) ? 'is not a folder' : 'does not exist'}`;
  const names = readdirSync(folder).sort();
  if (names.length === 0) return `${folder} is empty`;
  const more = names.length > maxListedEntries ? ', …' : '';
  return `${folder} has ${names.slice(0, maxListedEntries).join(', ')}${more}`;
}
