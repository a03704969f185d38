import { createHash, type Hash } from 'node:crypto';
import { forEachInSlices } from '../fairness/slices.ts';
import { canonicalParts } from './canonical-json.ts';

/** The target of a request. */
export interface RequestTarget {
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  /** The query as sent, without the question mark. */
  readonly query: string;
}

/** One part of a multipart body. Boundaries change with every retry, so parts are compared instead of bytes. */
export interface BodyPart {
  readonly name: string;
  readonly mediaType: string | null;
  readonly fileName: string | null;
  /** Hash of the content, of any algorithm, as text. */
  readonly contentHash: string;
}

/**
 * The fingerprint of a request with a JSON body, or with bytes of another kind, or none: SHA-256 in base64url. The
 * order of object members does not matter; everything else does. A large body is read in slices of time.
 */
export async function fingerprintOf(target: RequestTarget, body: unknown): Promise<string> {
  if (body === undefined) return hashOf(target, 'none').digest('base64url');
  if (body instanceof Uint8Array) return hashOf(target, 'bytes').update(body).digest('base64url');
  const hash = hashOf(target, 'json');
  await forEachInSlices(canonicalParts(body), (part) => void hash.update(part));
  return hash.digest('base64url');
}

/** The fingerprint of a multipart request; the order of its parts counts. */
export function fingerprintOfParts(target: RequestTarget, parts: readonly BodyPart[]): string {
  const rows = parts.map(({ name, mediaType, fileName, contentHash }) => [name, mediaType, fileName, contentHash]);
  return hashOf(target, 'parts').update(JSON.stringify(rows)).digest('base64url');
}

function hashOf({ method, path, query }: RequestTarget, kind: string): Hash {
  return createHash('sha256').update(`${JSON.stringify([method, path, query, kind])}\n`);
}
