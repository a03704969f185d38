import { type JsonBounds, jsonBoundsOf } from '@contract-kit/http-spec';
import { isSliceOver, nextSlice, sliceForBody } from '../fairness/slices.ts';
import { acceptedMediaType } from '../media-type.ts';
import type { ApiRequest } from '../request.ts';
import { parseJsonBody } from './json/parse-json.ts';
import { readBytes } from './read-bytes.ts';

/** A JSON body, and the bytes it came as. */
export interface JsonBody {
  readonly bytes: Buffer;
  readonly value: unknown;
}

/**
 * Reads a JSON body as operations do, for routes outside the contract.
 *
 * @param limit bytes.
 * @param bounds overrides of `jsonBoundsOf(limit)`.
 * @throws ApiError `bad_request`, `payload_too_large`, `validation_failed`.
 */
export async function readJsonBody(
  request: ApiRequest,
  limit: number,
  bounds?: Partial<JsonBounds>,
): Promise<JsonBody> {
  acceptedMediaType(request.headers['content-type'], ['application/json']);
  const bytes = await readBytes(request, limit);
  await sliceForBody(bytes.length);
  const value = parseJsonBody(bytes, jsonBoundsOf(limit, bounds));
  if (isSliceOver()) await nextSlice();
  return { bytes, value };
}
