import type { FileTypeResult } from 'file-type';

/**
 * The type of a file by its first bytes; undefined for text and for types that nobody registered.
 *
 * The library is loaded with the first file: it takes 15 MB, and a process that only reads needs none of it.
 */
export async function detectFileType(head: Uint8Array): Promise<FileTypeResult | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  return fileTypeFromBuffer(head);
}
