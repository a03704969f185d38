import { ApiError } from '@contract-kit/http-spec';

/**
 * The media type of a body, in lower case and without parameters (RFC 9110 §8.3.1), when it is among `accepted`.
 *
 * @throws ApiError `bad_request` naming what is accepted, and for a charset other than UTF-8.
 */
export function acceptedMediaType(contentType: string | undefined, accepted: readonly string[]): string {
  const plain = contentType === undefined ? undefined : accepted.find((type) => type === contentType);
  if (plain !== undefined) return plain;
  const [type = '', ...parameters] = (contentType ?? '').split(';');
  const mediaType = type.trim().toLowerCase();
  if (!accepted.includes(mediaType)) {
    const sent = contentType === undefined ? 'Content-Type is missing' : 'Content-Type is not accepted';
    throw new ApiError('bad_request', `${sent}: send ${accepted.join(' or ')}.`);
  }
  if (mediaType !== 'multipart/form-data') assertUtf8(parameters);
  return mediaType;
}

/** True for `application/json` and the types that end in `+json`, with or without parameters. */
export function isJsonMediaType(mediaType: string): boolean {
  return /^application\/(?:[^;]+\+)?json\b/i.test(mediaType);
}

function assertUtf8(parameters: readonly string[]): void {
  for (const parameter of parameters) {
    const charset = /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/i.exec(parameter)?.[1];
    if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
      throw new ApiError('bad_request', 'The charset of the body must be UTF-8.');
    }
  }
}
