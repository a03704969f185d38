import type { Readable } from 'node:stream';
import type { BodyReaderContext } from '../read-body.ts';

/** A file of a multipart body whose bytes are arriving. */
export interface IncomingFile {
  /** Of the part. */
  readonly name: string;
  /** The name from the client, without folders and control characters; null if nothing is left. */
  readonly fileName: string | null;
  /** As stated by the client; it says nothing about the content. */
  readonly mediaType: string;
  /** Fails when the file is too large, the client disconnects, or any other part of the body is invalid. */
  readonly stream: Readable;
}

/**
 * The port of uploads: stores bytes while they arrive. Received files belong to the request: a handler moves those it
 * keeps, and the others are discarded when the request ends, whatever its outcome.
 */
export interface UploadReceiver {
  /**
   * Reads the stream to its end. If that fails, no part of the file remains.
   *
   * @returns the key by which the handler finds the bytes.
   */
  receive(file: IncomingFile, context: BodyReaderContext): Promise<string>;
  /** Removes received files. Files that a handler has moved are ignored. */
  discard(keys: readonly string[]): Promise<void>;
}
