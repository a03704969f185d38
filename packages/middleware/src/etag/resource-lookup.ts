import type { EntityTag, RoutePolicy } from '@contract-kit/http-spec';
import type { Caller } from '../auth/caller.ts';

export interface ResourceRequest<C = Caller> {
  /** Null on routes without a key. */
  readonly caller: C | null;
  /** Decoded path parameters, not validated yet. */
  readonly params: Readonly<Record<string, string>>;
  /** Query parameters as text, not validated yet. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Header fields, for representations that are negotiated. Lower-case names. */
  readonly headers: RequestHeaders;
  readonly policy: RoutePolicy;
}

/** Header fields of a request as Node reads them: lower-case names. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What is known of a record before it is read. */
export interface FoundResource {
  /** Null: not known this early; the handler's own ETag is compared instead, for reads. */
  readonly entityTag: EntityTag | null;
  /** Compared with If-Modified-Since of reads. No other representation may have had the same second. */
  readonly lastModified?: Date;
  /** Header fields of the representation that a 304 repeats, such as `Vary` (RFC 9110 §15.4.5). */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Finds the record a path names and its current entity tag, from as little as an index read.
 *
 * @returns null when there is none, or none this caller may know of.
 */
export type ResourceLookup<C = Caller> = (request: ResourceRequest<C>) => Promise<FoundResource | null>;
