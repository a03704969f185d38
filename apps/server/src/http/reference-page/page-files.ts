import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { FileBody } from '@contract-kit/middleware';

/** A file the page is made of. */
export interface PageFile {
  /** Below the page's address; empty for the page itself. */
  readonly name: string;
  /** Read when it is asked for first, then kept. */
  readonly read: () => Promise<FileBody>;
}

const mediaTypes = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
} as const;

/** The page and all it asks for; what is not listed here of the viewer's package is not served. */
export const pageFiles: readonly PageFile[] = [
  pageFile('', 'html', new URL('page/page.html', import.meta.url)),
  pageFile('page.css', 'css', new URL('page/page.css', import.meta.url)),
  pageFile('page.js', 'js', new URL('page/page.js', import.meta.url)),
  viewerFile('swagger-ui.css', 'css'),
  viewerFile('swagger-ui-bundle.js', 'js'),
  viewerFile('favicon-32x32.png', 'png'),
];

function viewerFile(name: string, type: keyof typeof mediaTypes): PageFile {
  return pageFile(name, type, new URL(import.meta.resolve(`swagger-ui-dist/${name}`)));
}

function pageFile(name: string, type: keyof typeof mediaTypes, location: URL): PageFile {
  let kept: FileBody | undefined;
  const read = async () => {
    kept ??= toBody(await readFile(location), type);
    return kept;
  };
  return { name, read };
}

function toBody(bytes: Buffer, type: keyof typeof mediaTypes): FileBody {
  return new FileBody({
    mediaType: mediaTypes[type],
    size: bytes.length,
    entityTag: { value: createHash('sha256').update(bytes).digest('base64url'), weak: false },
    // Kept by browsers and asked for anew, so that a page never meets the files of another version.
    cacheControl: 'public, no-cache',
    compress: type !== 'png',
    open: (range) => Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]),
  });
}
