import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { FileBody } from '@contract-kit/middleware';

const mediaTypes = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
} as const;

export type PageFileType = keyof typeof mediaTypes;

/** How long a browser may cache a file. */
export const caching = {
  /** Cached, but revalidated, so that a page never uses the files of another version. */
  revalidated: 'public, no-cache',
  /** For a page that contains the nonce of its response. */
  never: 'no-store',
  /** For names that change with the content of the file. */
  forever: 'public, max-age=31536000, immutable',
} as const;

/** A file of a page, as a response body. */
export function toPageFile(type: PageFileType, bytes: Buffer, cacheControl: string): FileBody {
  return new FileBody({
    mediaType: mediaTypes[type],
    size: bytes.length,
    entityTag: { value: createHash('sha256').update(bytes).digest('base64url'), weak: false },
    cacheControl,
    compress: type !== 'png',
    open: (range) => Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]),
  });
}
