import {
  type ByteRange,
  type EntityTag,
  matchesStrongly,
  matchesWeakly,
  parseByteRange,
  parseEntityTagCondition,
} from '@contract-kit/http-spec';
import { parsePreconditions } from '../etag/preconditions.ts';
import type { RequestHeaders } from '../request.ts';

/** The part of a file that is sent. */
export type FileDecision =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: ByteRange }
  | { readonly kind: 'not-modified' }
  | { readonly kind: 'unsatisfiable' };

/** The properties of a file that the decision depends on. */
export interface FileState {
  readonly size: number | null;
  readonly entityTag?: EntityTag;
  readonly modifiedAt?: Date;
}

const whole = { kind: 'whole' } as const;

/**
 * The response to a GET or HEAD of a file, in the order of RFC 9110 §13.2.2: If-None-Match or else If-Modified-Since,
 * then Range under If-Range.
 *
 * @throws ApiError `bad_request` for a malformed If-None-Match.
 */
export function decideFile(headers: RequestHeaders, method: string, file: FileState): FileDecision {
  if (isCurrent(headers, file)) return { kind: 'not-modified' };
  // Range applies only to GET (§14.2), and here only to files of known length.
  if (method !== 'GET' || file.size === null || headers.range === undefined) return whole;
  if (!allowsRange(headers['if-range'], file)) return whole;
  const range = parseByteRange(headers.range, file.size);
  if (range === null) return whole;
  return range === 'unsatisfiable' ? { kind: 'unsatisfiable' } : { kind: 'part', range };
}

/** A date in whole seconds, the precision of HTTP dates. */
export function toHttpSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

function isCurrent(headers: RequestHeaders, { entityTag, modifiedAt }: FileState): boolean {
  const field = headers['if-none-match'];
  if (field !== undefined) {
    const { ifNoneMatch } = parsePreconditions(undefined, field, { acceptWeakIfMatch: false });
    return (
      ifNoneMatch !== null &&
      (ifNoneMatch === '*' || (entityTag !== undefined && matchesWeakly(ifNoneMatch, entityTag)))
    );
  }
  return isUnmodifiedSince(headers['if-modified-since'], modifiedAt);
}

/** The client adds the part to what it has, so both must be of exactly the same version (RFC 9110 §13.1.5). */
function allowsRange(ifRange: string | undefined, { entityTag, modifiedAt }: FileState): boolean {
  if (ifRange === undefined) return true;
  if (/^(?:W\/)?"/.test(ifRange)) {
    const tag = parseEntityTagCondition(ifRange);
    return tag !== null && entityTag !== undefined && matchesStrongly(tag, entityTag);
  }
  return modifiedAt !== undefined && toHttpSeconds(modifiedAt) * 1000 === Date.parse(ifRange);
}

/**
 * True when a read may return 304 for its If-Modified-Since (RFC 9110 §13.1.3). HTTP dates have whole seconds. A
 * malformed field is ignored.
 *
 * @example
 * isUnmodifiedSince('Sat, 31 Jan 2026 09:30:00 GMT', new Date('2026-01-31T09:30:00.700Z')); // true
 */
function isUnmodifiedSince(field: string | undefined, lastModified: Date | undefined): boolean {
  if (field === undefined || lastModified === undefined || !/ GMT$/.test(field)) return false;
  const since = Date.parse(field);
  return !Number.isNaN(since) && Math.floor(lastModified.getTime() / 1000) * 1000 <= since;
}
