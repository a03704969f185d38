import { createHash } from 'node:crypto';
import { toCanonicalJson } from './canonical-json.ts';

/** What a request asks for, without its body. */
export interface RequestTarget {
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  /** The query as sent, without the question mark. */
  readonly query: string;
}

/** One part of a multipart body. Boundaries change with every retry, so parts are compared and not bytes. */
export interface BodyPart {
  readonly name: string;
  readonly mediaType: string | null;
  readonly fileName: string | null;
  /** Hash of the content, of any algorithm, as text. */
  readonly contentHash: string;
}

/**
 * The fingerprint of a request with a JSON body, or with bytes of another kind, or none: SHA-256 in base64url.
 * The order of object members does not matter; everything else does.
 */
export function fingerprintOf(target: RequestTarget, body: unknown): string {
  if (body === undefined) return hash(target, 'none', '');
  if (body instanceof Uint8Array) return hash(target, 'bytes', body);
  return hash(target, 'json', toCanonicalJson(body));
}

/** The fingerprint of a multipart request; the order of its parts counts. */
export function fingerprintOfParts(target: RequestTarget, parts: readonly BodyPart[]): string {
  const rows = parts.map(({ name, mediaType, fileName, contentHash }) => [name, mediaType, fileName, contentHash]);
  return hash(target, 'parts', JSON.stringify(rows));
}

function hash({ method, path, query }: RequestTarget, kind: string, content: string | Uint8Array): string {
  return createHash('sha256')
    .update(`${JSON.stringify([method, path, query, kind])}\n`)
    .update(content)
    .digest('base64url');
}
