import type { IncomingMessage } from 'node:http';
import { parseJsonBody } from './json/parse-text.ts';
import { acceptedMediaType } from './media-type.ts';
import { readBytes } from './read-bytes.ts';

/** A JSON body, and the bytes it came as. */
export interface JsonBody {
  readonly bytes: Buffer;
  readonly value: unknown;
}

/**
 * Reads a JSON body as the contract's routes do, for routes beside them.
 *
 * @param limit bytes.
 * @throws ApiError `bad_request`, `payload_too_large`, `validation_failed`.
 */
export async function readJsonBody(request: IncomingMessage, limit: number): Promise<JsonBody> {
  acceptedMediaType(request.headers['content-type'], ['application/json']);
  const bytes = await readBytes(request, limit);
  return { bytes, value: parseJsonBody(bytes) };
}
