import type { Transform } from 'node:stream';
import { createGzip } from 'node:zlib';
import { ApiError, formatContentRange, formatEntityTag } from '@contract-kit/http-spec';
import type { Request, Response } from 'express';
import { decideFile, toHttpSeconds } from './decide-file.ts';
import { ExactLength } from './exact-length.ts';
import { contentDisposition, type FileBody, type FileBodyOptions } from './file-body.ts';
import { pipe } from './pipe.ts';

/**
 * Answers with a file: whole, in part, or with what says that the client has it.
 *
 * @param ranges whether parts of it may be asked for.
 * @throws ApiError `range_not_satisfiable`, and what opening the file throws; nothing has been written then.
 */
export async function sendFile(req: Request, res: Response, { options }: FileBody, ranges: boolean): Promise<void> {
  const compressed = options.compress === true && req.acceptsEncodings('gzip', 'identity') === 'gzip';
  const headers = ranges ? req.headers : { ...req.headers, range: undefined };
  const decision = decideFile(headers, req.method, options);
  if (decision.kind === 'unsatisfiable') throw unsatisfiable(options.size ?? 0);
  const range = decision.kind === 'part' ? decision.range : undefined;
  const isRead = decision.kind !== 'not-modified' && req.method !== 'HEAD';
  const source = isRead ? await options.open(range) : null;
  const gzip = compressed && range === undefined;
  describeFile(res, options, gzip);
  if (decision.kind === 'not-modified') {
    res.statusCode = 304;
    return void res.end();
  }
  res.setHeader('Content-Type', options.mediaType);
  if (ranges && options.size !== null) res.setHeader('Accept-Ranges', 'bytes');
  const filters: Transform[] = [];
  if (options.size !== null) {
    const length = range === undefined ? options.size : range.end - range.start + 1;
    if (!gzip) res.setHeader('Content-Length', length);
    filters.push(new ExactLength(length));
  }
  if (gzip) {
    res.setHeader('Content-Encoding', 'gzip');
    filters.push(createGzip());
  }
  if (range !== undefined && options.size !== null) {
    res.statusCode = 206;
    res.setHeader('Content-Range', formatContentRange(range, options.size));
  }
  if (source === null) return void res.end();
  await pipe([source, ...filters], res);
}

/** The fields that a 304 has as well (RFC 9110 §15.4.5). */
function describeFile(res: Response, options: FileBodyOptions, gzip: boolean): void {
  const { entityTag, modifiedAt, cacheControl, fileName, compress } = options;
  // Compressed bytes are other bytes, of the same file: its tag is a weak one then.
  if (entityTag !== undefined)
    res.setHeader('ETag', formatEntityTag(entityTag.value, { weak: entityTag.weak || gzip }));
  if (modifiedAt !== undefined) {
    res.setHeader('Last-Modified', new Date(toHttpSeconds(modifiedAt) * 1000).toUTCString());
  }
  if (cacheControl !== undefined) res.setHeader('Cache-Control', cacheControl);
  if (/\bpublic\b/.test(cacheControl ?? '')) removeKeysFromVary(res);
  if (compress === true) res.vary('Accept-Encoding');
  const { disposition = fileName === undefined ? 'inline' : 'attachment' } = options;
  res.setHeader('Content-Disposition', contentDisposition(disposition, fileName));
}

/** What is the same for everyone is kept once by shared caches. */
function removeKeysFromVary(res: Response): void {
  const fields = String(res.getHeader('Vary') ?? '').split(', ');
  const others = fields.filter((field) => field !== '' && field !== 'Authorization' && field !== 'X-API-Key');
  if (others.length === 0) res.removeHeader('Vary');
  else res.setHeader('Vary', others.join(', '));
}

function unsatisfiable(size: number): ApiError<'range_not_satisfiable'> {
  return new ApiError('range_not_satisfiable', `The file has ${size} bytes, none of them in this range.`, {
    headers: { 'Content-Range': formatContentRange(null, size) },
  });
}
