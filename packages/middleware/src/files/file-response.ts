import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';
import { createGzip } from 'node:zlib';
import { ApiError, formatContentRange, formatEntityTag } from '@contract-kit/http-spec';
import type { RequestView } from '../request.ts';
import type { ApiResponse, ResponseHeaders } from '../response.ts';
import { decideFile, toHttpSeconds } from './decide-file.ts';
import { contentDisposition, type FileBody, type FileBodyOptions } from './file-body.ts';

export interface FileResponseOptions {
  /** The status for the whole file; a part of it is 206. */
  readonly status: number;
  /** Whether parts of it may be requested. */
  readonly ranges: boolean;
  /** Header fields that responses vary by, unless the file is the same for everyone. */
  readonly credentialHeaders: readonly string[];
}

/**
 * The response with a file: whole, a part of it, or 304.
 *
 * @param headers receives the fields that describe the file.
 * @throws ApiError `range_not_satisfiable`, and errors of opening the file.
 */
export async function fileResponse(
  { headers: sent, method }: RequestView,
  { options }: FileBody,
  headers: ResponseHeaders,
  { status, ranges, credentialHeaders }: FileResponseOptions,
): Promise<ApiResponse> {
  const decision = decideFile(ranges ? sent : { ...sent, range: undefined }, method, options);
  if (decision.kind === 'unsatisfiable') throw unsatisfiable(options.size ?? 0);
  const range = decision.kind === 'part' ? decision.range : undefined;
  const isCompressed = options.compress === true && range === undefined && acceptsGzip(sent['accept-encoding']);
  describe(options, isCompressed, headers, credentialHeaders);
  if (decision.kind === 'not-modified') return { status: 304, headers, body: null };
  headers.set('Content-Type', options.mediaType);
  if (ranges && options.size !== null) headers.set('Accept-Ranges', 'bytes');
  const length = range === undefined ? options.size : range.end - range.start + 1;
  if (range !== undefined && options.size !== null) {
    headers.set('Content-Range', formatContentRange(range, options.size));
  }
  if (isCompressed) headers.set('Content-Encoding', 'gzip');
  else if (length !== null) headers.set('Content-Length', String(length));
  if (method === 'HEAD') return { status, headers, body: null };
  const body = through(await options.open(range), [
    ...(length === null ? [] : [new ExactLength(length)]),
    ...(isCompressed ? [createGzip()] : []),
  ]);
  return { status: range === undefined ? status : 206, headers, body };
}

/** Sets the fields that a 304 has too (RFC 9110 §15.4.5). */
function describe(
  options: FileBodyOptions,
  isCompressed: boolean,
  headers: ResponseHeaders,
  credentialHeaders: readonly string[],
): void {
  const { entityTag, modifiedAt, cacheControl, fileName, compress } = options;
  // Compressed bytes differ from those of the file, so the tag becomes weak.
  if (entityTag !== undefined) {
    headers.set('ETag', formatEntityTag(entityTag.value, { weak: entityTag.weak || isCompressed }));
  }
  if (modifiedAt !== undefined) {
    headers.set('Last-Modified', new Date(toHttpSeconds(modifiedAt) * 1000).toUTCString());
  }
  if (cacheControl !== undefined) headers.set('Cache-Control', cacheControl);
  // Shared caches store a file that is the same for everyone only once.
  if (/\bpublic\b/.test(cacheControl ?? '')) headers.unvary(credentialHeaders);
  if (compress === true) headers.vary('Accept-Encoding');
  const { disposition = fileName === undefined ? 'inline' : 'attachment' } = options;
  headers.set('Content-Disposition', contentDisposition(disposition, fileName));
}

/** A failure in any stream ends all of them; the last stream emits the error. */
function through(source: Readable, filters: readonly Transform[]): Readable {
  const last = filters.at(-1);
  if (last === undefined) return source;
  pipeline([source, ...filters], () => undefined);
  return last;
}

function unsatisfiable(size: number): ApiError<'range_not_satisfiable'> {
  return new ApiError('range_not_satisfiable', `The file has ${size} bytes, none of them in this range.`, {
    headers: { 'Content-Range': formatContentRange(null, size) },
  });
}

/** Whether a client prefers gzip at least as much as the plain bytes (RFC 9110 §12.5.3). */
function acceptsGzip(acceptEncoding: string | undefined): boolean {
  const weights = new Map<string, number>();
  for (const entry of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0;
  return gzip > 0 && gzip >= (weights.get('identity') ?? 0);
}

/**
 * Passes on exactly the announced number of bytes, and fails when there are more or fewer: after a wrong Content-Length
 * the client would wait for bytes that never come, or read them as the next response.
 */
class ExactLength extends Transform {
  #left: number;

  /** @param length bytes. */
  constructor(length: number) {
    super();
    this.#left = length;
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.#left -= chunk.length;
    if (this.#left < 0) done(new Error('The file is longer than its size says.'));
    else done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    done(this.#left > 0 ? new Error('The file is shorter than its size says.') : null);
  }
}
