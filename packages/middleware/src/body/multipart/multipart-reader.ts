import { ApiError, rememberMediaType } from '@contract-kit/http-spec';
import type { RequestHeaders } from '../../request.ts';
import { assertSafeValue } from '../json/safe-value.ts';
import type { BodyReader, ReadBody } from '../read-body.ts';
import { feed } from './feed.ts';
import { MultipartBody } from './multipart-body.ts';
import { createParser } from './parser.ts';
import type { UploadReceiver } from './upload-receiver.ts';

export interface MultipartReaderOptions {
  readonly receiver: UploadReceiver;
  /** Maximum number of parts of a body. Default 200, because each value of a list may be a part. */
  readonly maxParts?: number;
  /** Milliseconds without data after which the upload is refused. Default 30,000. */
  readonly idleMs?: number;
}

/** Bytes that boundaries, part headers and line ends may add to the contents of a body. */
const envelopeBytes = 64 * 1024;

/**
 * Reads `multipart/form-data` (RFC 7578) as a stream: files go to the receiver while they arrive, fields are collected.
 * The route states which parts are files and how large they may be (`filePart()`, `fileLimit`); its `bodyLimit` bounds
 * the total size of the fields. Memory does not grow with files.
 *
 * It refuses a body that is malformed, incomplete or idle (400), one that is too large (413; at once if Content-Length
 * says so), and unexpected files and repeated parts that are not lists (422, by name). A refused body leaves no files
 * behind.
 *
 * @example
 * mountContract({ …, body: { readers: { 'multipart/form-data': createMultipartReader({ receiver }) } } });
 */
export function createMultipartReader(options: MultipartReaderOptions): BodyReader {
  const { receiver, maxParts = 200, idleMs = 30_000 } = options;
  return async function readMultipart(request, context): Promise<ReadBody> {
    const { fileParts = [], fileLimit = 0 } = context.policy;
    const limit = context.limit + fileParts.length * fileLimit + envelopeBytes;
    assertPlain(request.headers);
    if (Number(request.headers['content-length'] ?? 0) > limit) throw bodyTooLarge(limit);
    const stream = request.openBody();
    const body = new MultipartBody(receiver, context);
    const parser = createParser(context.contentType, { maxParts, onPart: (part) => body.add(part) });
    try {
      await feed(stream, parser, { limit, idleMs, failed: body.failed, tooLarge: () => bodyTooLarge(limit) });
      const fields = await body.complete();
      assertSafeValue(fields.values);
      rememberMediaType(fields.values, 'multipart/form-data');
      return { body: fields.values, parts: fields.parts, release: () => body.discard() };
    } catch (error) {
      await body.undo(error);
      throw error;
    }
  };
}

/** Multipart bodies are not compressed in practice, and a small one could inflate to any size. */
function assertPlain(headers: RequestHeaders): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== '') {
    throw new ApiError('bad_request', 'A multipart body must come without Content-Encoding.');
  }
}

function bodyTooLarge(limit: number): ApiError<'payload_too_large'> {
  return new ApiError('payload_too_large', `The body may have at most ${limit} bytes.`);
}
