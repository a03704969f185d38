import type { EntityTag, RoutePolicy } from '@contract-kit/http-spec';
import type { Caller } from '../auth/caller.ts';

export interface ResourceRequest<C = Caller> {
  /** Null on routes without a key. */
  readonly caller: C | null;
  /** Decoded path parameters, not validated yet. */
  readonly params: Readonly<Record<string, string>>;
  /** Query parameters as text, not validated yet. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly policy: RoutePolicy;
}

/** What is known about a record before it is read. */
export interface FoundResource {
  /** Null: not known this early; the handler's own ETag is compared instead, for reads. */
  readonly entityTag: EntityTag | null;
}

/**
 * Finds the record a path names and its current entity tag, if possible with an index lookup only.
 *
 * @returns null when there is none, or none this caller may know of.
 */
export type ResourceLookup<C = Caller> = (request: ResourceRequest<C>) => Promise<FoundResource | null>;

/**
 * A lookup that handlers make superfluous. Those that change a record find it and check If-Match and If-None-Match
 * themselves, while they have it locked, and throw `not_found` and `precondition_failed`. The record is then only looked
 * up if something else refuses the request, because 404 and 412 come first.
 */
export interface RepeatedLookup<C = Caller> {
  readonly repeatedByHandlers: ResourceLookup<C>;
}

/** How the record that a path names is found. */
export type Lookup<C = Caller> = ResourceLookup<C> | RepeatedLookup<C>;
