import { jsonBoundsOf, type RoutePolicy, rememberMediaType } from '@contract-kit/http-spec';
import type { Caller } from '../auth/caller.ts';
import { sliceForBody } from '../fairness/slices.ts';
import type { BodyPart } from '../idempotency/index.ts';
import { acceptedMediaType } from '../media-type.ts';
import type { ApiRequest } from '../request.ts';
import { parseJsonBatch } from './json/parse-batch.ts';
import { decodeUtf8, parseJsonBody } from './json/parse-json.ts';
import { parseNdjsonBatch } from './json/parse-ndjson.ts';
import { assertSafeValue } from './json/safe-value.ts';
import { readBytes } from './read-bytes.ts';

/** What a {@link BodyReader} knows about the body it reads. */
export interface BodyReaderContext {
  readonly policy: RoutePolicy;
  /** Bytes; the reader enforces it. */
  readonly limit: number;
  /** The whole Content-Type field, with the boundary of a multipart body. */
  readonly contentType: string;
  readonly caller: Caller | null;
}

/** A body after reading. */
export interface ReadBody {
  /** The value that is validated against the route's schema. */
  readonly body: unknown;
  /** Its size in bytes, if it was read as a whole. */
  readonly size?: number;
  /** The parts of a multipart body, from which the fingerprint for an Idempotency-Key is made. */
  readonly parts?: readonly BodyPart[];
  /** Called once when the request is over: removes files that were not moved. */
  readonly release?: () => Promise<void>;
}

/** Reads a body as a stream, by `request.openBody()`: an upload that must not be held in memory. */
export type BodyReader = (request: ApiRequest, context: BodyReaderContext) => Promise<ReadBody>;

export interface BodyOptions {
  /** Parsers of text bodies by media type, in addition to JSON and, for batches, lines of JSON. */
  readonly parsers?: Readonly<Record<string, (text: string) => unknown>>;
  /** Readers of streamed bodies by media type: multipart uploads. */
  readonly readers?: Readonly<Record<string, BodyReader>>;
}

const none: ReadBody = { body: undefined };
const ndjson = 'application/x-ndjson';

/**
 * Reads and parses the body of a route. A route without a body ignores one, as RFC 9110 §9.3.1 allows.
 *
 * @throws ApiError `payload_too_large`, `bad_request`, `validation_failed`.
 */
export async function readBody(
  request: ApiRequest,
  policy: RoutePolicy,
  caller: Caller | null,
  options: BodyOptions,
): Promise<ReadBody> {
  const limit = policy.bodyLimit;
  if (limit === null || !request.hasBody) return none;
  const contentType = request.headers['content-type'];
  const mediaType = acceptedMediaType(contentType, policy.bodyTypes);
  const reader = options.readers?.[mediaType];
  if (reader !== undefined) {
    return reader(request, { policy, limit, contentType: contentType ?? mediaType, caller });
  }
  const bytes = await readBytes(request, limit);
  if (bytes.length === 0) return none;
  const body = await parseBody(bytes, mediaType, policy, options);
  if (typeof body === 'object' && body !== null) rememberMediaType(body, mediaType);
  return { body, size: bytes.length };
}

async function parseBody(
  bytes: Buffer,
  mediaType: string,
  { bodyLimit, bodyBounds, batch }: RoutePolicy,
  { parsers }: BodyOptions,
): Promise<unknown> {
  const parser = parsers?.[mediaType];
  if (parser !== undefined) {
    const value = parser(decodeUtf8(bytes));
    assertSafeValue(value);
    return value;
  }
  const bounds = jsonBoundsOf(bodyLimit ?? 0, bodyBounds);
  if (batch === undefined) {
    await sliceForBody(bytes.length);
    return parseJsonBody(bytes, bounds);
  }
  return mediaType === ndjson ? parseNdjsonBatch(bytes, bounds, batch) : parseJsonBatch(bytes, bounds, batch);
}

/** Media types that routes accept and nothing can read; checked at construction. */
export function unreadableTypes(policy: RoutePolicy, options: BodyOptions): string[] {
  const readable = (type: string) =>
    /^application\/(?:[\w.-]+\+)?json$/.test(type) ||
    (type === ndjson && policy.batch !== undefined) ||
    options.parsers?.[type] !== undefined ||
    options.readers?.[type] !== undefined;
  return policy.bodyTypes.filter((type) => !readable(type));
}
