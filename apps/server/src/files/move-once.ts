import { FileMissing, type FileStore } from './file-store.ts';

/**
 * Moves a file, wherever several that want it moved may have come first.
 *
 * @throws FileMissing when it is in neither place.
 */
export async function moveOnce(store: FileStore, from: string, to: string): Promise<void> {
  if ((await store.stat(to)) !== null) return;
  try {
    await store.move(from, to);
  } catch (error) {
    if (!(error instanceof FileMissing) || (await store.stat(to)) === null) throw error;
  }
}
