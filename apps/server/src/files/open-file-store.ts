import type { IdSource } from '../kernel/index.ts';
import type { FileLocation, FileStore } from './file-store.ts';
import { createFolderFileStore } from './folder-file-store.ts';

export interface OpenFileStoreOptions {
  readonly location: FileLocation;
  /** Where files are written on this machine before they are sent to another one. Absolute path. */
  readonly spoolFolder: string;
  readonly ids: IdSource;
}

/** Opens the store that the settings name. */
export async function openFileStore({ location, spoolFolder, ids }: OpenFileStoreOptions): Promise<FileStore> {
  if (location.kind === 'folder') return createFolderFileStore(location.path, ids);
  // A large module, and unused with a local folder.
  const { createS3FileStore } = await import('./s3-file-store.ts');
  return createS3FileStore(location, spoolFolder, ids);
}
