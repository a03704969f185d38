import { existsSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { toCode } from '../source/codes.ts';
import type { CatalogReader } from './catalog-reader.ts';
import { contractFolder } from './contract/read-contract-folder.ts';
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
 * Finds what `pcm load <catalog>` means: a name such as `icecat`, which is a folder of the data folder, or any
 * other folder, whose files tell the format.
 *
 * @throws Error saying where was looked and what is read.
 */
export async function findCatalog(catalog: string, dataFolder: string): Promise<FoundCatalog> {
  const named = readers.find((reader) => reader.name === catalog && reader !== contractFolder);
  if (named !== undefined) {
    const folder = resolve(dataFolder, catalog);
    if (existsSync(folder) && (await named.recognises(folder))) return { name: named.name, reader: named, folder };
    throw new Error(`${folder} does not hold the catalog "${catalog}". Name its data folder with --data.`);
  }
  const candidates = isAbsolute(catalog) ? [catalog] : [resolve(catalog), join(resolve(dataFolder), catalog)];
  const folder = candidates.find((candidate) => existsSync(candidate));
  if (folder === undefined) {
    const names = readers.filter((reader) => reader !== contractFolder).map((reader) => reader.name);
    throw new Error(`"${catalog}" is neither a catalog (${names.join(', ')}) nor a folder.`);
  }
  for (const reader of readers) {
    if (!(await reader.recognises(folder))) continue;
    const name = reader === contractFolder ? (toCode(basename(folder)) ?? reader.name) : reader.name;
    return { name, reader, folder };
  }
  throw new Error(
    `${folder} holds no catalog that is known: products.ndjson, product_models.csv with families.csv, ` +
      'parts.csv with elements.csv, or a products.csv with configurable_variations.',
  );
}
