import type { IdSource } from '../kernel/index.ts';
import type { FileLocation, FileStore } from './file-store.ts';
import { createFolderFileStore } from './folder-file-store.ts';

export interface OpenFileStoreOptions {
  readonly location: FileLocation;
  /** Where files wait on this machine before they are sent to another one. Absolute path. */
  readonly spoolFolder: string;
  readonly ids: IdSource;
}

/** The store the settings ask for. */
export async function openFileStore({ location, spoolFolder, ids }: OpenFileStoreOptions): Promise<FileStore> {
  if (location.kind === 'folder') return createFolderFileStore(location.path, ids);
  // Large, and of no use to who keeps files in a folder.
  const { createS3FileStore } = await import('./s3-file-store.ts');
  return createS3FileStore(location, spoolFolder, ids);
}
