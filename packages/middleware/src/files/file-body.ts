import type { Readable } from 'node:stream';
import type { ByteRange, EntityTag } from '@contract-kit/http-spec';
import { create } from 'content-disposition';

export interface FileBodyOptions {
  /** `image/png`, `text/csv; charset=utf-8`: among those the route declares. */
  readonly mediaType: string;
  /** Bytes; null when the file is made while it is sent. Such a file has no parts to ask for. */
  readonly size: number | null;
  /**
   * The bytes, or those of a range. It is called when they are wanted: not for HEAD, 304 and 416. What fails here is
   * returned as an error. The stream is destroyed when the client leaves.
   */
  readonly open: (range: ByteRange | undefined) => Readable | Promise<Readable>;
  /** Strong when the bytes under it never change; needed for resuming a download. */
  readonly entityTag?: EntityTag;
  readonly modifiedAt?: Date;
  /** The name to save it under; any text. */
  readonly fileName?: string;
  /** `inline`: shown where that can be done. Default: `attachment` with a file name, `inline` without. */
  readonly disposition?: 'attachment' | 'inline';
  /** Default: the library's `private, no-cache`. With `public` the response does not vary by key. */
  readonly cacheControl?: string;
  /** Compress for clients that take gzip: for large texts. Default false. */
  readonly compress?: boolean;
}

/**
 * The body of a file response. The pipeline handles HEAD, ranges (RFC 9110 §14) and `If-None-Match` or
 * `If-Modified-Since` (§13) for it.
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
