import type { Readable } from 'node:stream';
import type { ByteRange, EntityTag } from '@contract-kit/http-spec';
import { create } from 'content-disposition';

export interface FileBodyOptions {
  /** `image/png`, `text/csv; charset=utf-8`: among those the route declares. */
  readonly mediaType: string;
  /** Bytes; null when the file is generated while it is sent. Such a file does not support ranges. */
  readonly size: number | null;
  /**
   * Opens the bytes, or those of a range. Not called for HEAD, 304 and 416. If it fails, the response is an error. The
   * stream is destroyed when the client disconnects.
   */
  readonly open: (range: ByteRange | undefined) => Readable | Promise<Readable>;
  /** Strong when the bytes with this tag never change, which is required to resume a download. */
  readonly entityTag?: EntityTag;
  readonly modifiedAt?: Date;
  /** The name to save the file under; any text. */
  readonly fileName?: string;
  /** `inline`: displayed if the client can. Default: `attachment` with a file name, `inline` without. */
  readonly disposition?: 'attachment' | 'inline';
  /** Default: the library's `private, no-cache`. With `public`, the response does not vary by credentials. */
  readonly cacheControl?: string;
  /** Compresses for clients that accept gzip: for large texts. Default false. */
  readonly compress?: boolean;
}

/**
 * The body of a file response. The pipeline handles HEAD, ranges (RFC 9110 §14), `If-None-Match` and
 * `If-Modified-Since` (§13).
 *
 * @example
 * return { status: 200, body: new FileBody({ mediaType, size, entityTag, open: (range) => store.open(key, range) }) };
 */
export class FileBody {
  readonly options: FileBodyOptions;

  constructor(options: FileBodyOptions) {
    this.options = options;
  }
}

/**
 * A Content-Disposition field (RFC 6266), with names of any language and a fallback for old clients.
 *
 * @example
 * contentDisposition('attachment', 'Größen.csv'); // attachment; filename="Gr??en.csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fen.csv
 */
export function contentDisposition(type: 'attachment' | 'inline', fileName?: string): string {
  return create(fileName?.toWellFormed(), { type });
}
