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

/** Maximum bytes of the header fields of a part, ten times what browsers and curl send. */
const maxHeaderBytes = 8 * 1024;
const maxHeaderFields = 50;

/**
 * A parser of `multipart/form-data` that passes on every part as a stream, including those without a file name. It is
 * destroyed with an error if the body is malformed or has too many parts.
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

/** The parser fails only for a malformed body. */
export function asBadRequest(error: unknown): ApiError<string> {
  if (error instanceof ApiError) return error;
  const problem = error instanceof Error ? error.message : 'It ends too early';
  return new ApiError('bad_request', `The multipart body is malformed: ${problem}.`, { cause: error });
}
