import type { Readable } from 'node:stream';
import type { BodyReaderContext } from '../read-body.ts';

/** A file of a multipart body whose bytes are arriving. */
export interface IncomingFile {
  /** Of the part. */
  readonly name: string;
  /** The name from the client, without folders and control characters; null if nothing is left. */
  readonly fileName: string | null;
  /** As the client says. */
  readonly mediaType: string;
  /** Fails when the file is too large, when the client leaves, and when anything else of the body is wrong. */
  readonly stream: Readable;
}

/**
 * The port of uploads: puts bytes away while they arrive. What it has received belongs to the request: a handler moves
 * away what it keeps, and the rest is discarded when the request is over, however it ends.
 */
export interface UploadReceiver {
  /**
   * Reads the stream to its end. When that fails, nothing is left of the file.
   *
   * @returns the key the handler finds the bytes by.
   */
  receive(file: IncomingFile, context: BodyReaderContext): Promise<string>;
  /** Removes received files. Those a handler has moved away are no failure. */
  discard(keys: readonly string[]): Promise<void>;
}
