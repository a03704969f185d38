import type { Readable } from 'node:stream';
import { ApiError } from '@contract-kit/http-spec';
import { Busboy, type BusboyInstance } from '@fastify/busboy';

/** One part as the parser finds it; its content must be read or the parser stops. */
export interface RawPart {
  readonly name: string | undefined;
  readonly fileName: string | undefined;
  readonly mediaType: string;
  readonly content: Readable;
}

export interface ParserOptions {
  readonly maxParts: number;
  readonly onPart: (part: RawPart) => void;
}

/** Bytes and number of the header fields of a part; what browsers and curl send is a tenth of it. */
const maxHeaderBytes = 8 * 1024;
const maxHeaderFields = 50;

/**
 * A parser of `multipart/form-data` that hands out every part as a stream, also those without a file name. It is
 * destroyed with an error for a body that is malformed or has too many parts.
 *
 * @throws ApiError `bad_request` without a usable boundary (RFC 2046 §5.1.1).
 */
export function createParser(contentType: string, { maxParts, onPart }: ParserOptions): BusboyInstance {
  assertBoundary(contentType);
  const parser = new Busboy({
    headers: { 'content-type': contentType },
    isPartAFile: () => true,
    preservePath: true,
    limits: { parts: maxParts, headerSize: maxHeaderBytes, headerPairs: maxHeaderFields },
  });
  parser.on('file', (name: string | undefined, content, fileName: string | undefined, _encoding, mediaType) => {
    onPart({ name, fileName, mediaType, content });
  });
  parser.on('partsLimit', () => {
    parser.emit('error', new ApiError('bad_request', `A multipart body may have at most ${maxParts} parts.`));
  });
  return parser;
}

function assertBoundary(contentType: string): void {
  const [, quoted, token] = /;\s*boundary=(?:"([^"]*)"|([^\s;]*))/i.exec(contentType) ?? [];
  if (!/^[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]$/.test(quoted ?? token ?? '')) {
    throw new ApiError('bad_request', 'The Content-Type of a multipart body needs a boundary of 1 to 70 characters.');
  }
}

/** What the parser fails with is a body that breaks the rules: nothing else makes it fail. */
export function asBadRequest(error: unknown): ApiError<string> {
  if (error instanceof ApiError) return error;
  const problem = error instanceof Error ? error.message : 'It ends too early';
  return new ApiError('bad_request', `The multipart body is malformed: ${problem}.`, { cause: error });
}
