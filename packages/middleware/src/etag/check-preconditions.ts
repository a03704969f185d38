import { ApiError, type RoutePolicy } from '@contract-kit/http-spec';
import {
  assertWritePreconditions,
  isNotModified,
  noPreconditions,
  type Preconditions,
  parsePreconditions,
} from './preconditions.ts';
import type { FoundResource } from './resource-lookup.ts';

/** True when a route may need a lookup, so that a missing one is reported at construction. */
export function needsLookup(policy: RoutePolicy): boolean {
  return policy.resource !== null && (policy.bodyLimit !== null || policy.entityTag !== 'none');
}

export interface PreconditionFields {
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/** The preconditions that an operation heeds. @throws ApiError `bad_request` for a malformed field. */
export function readPreconditions(
  { entityTag }: RoutePolicy,
  { ifMatch, ifNoneMatch }: PreconditionFields,
  options: { acceptWeakIfMatch: boolean },
): Preconditions {
  return parsePreconditions(
    entityTag === 'write' ? ifMatch : undefined,
    entityTag === 'none' ? undefined : ifNoneMatch,
    options,
  );
}

/**
 * Whether a record is looked up before its handler runs. Reads look it up only for If-None-Match, and writes without a
 * body only for a condition: otherwise their handler finds out, which saves a query.
 */
export function isLookedUp({ bodyLimit, ifMatch }: RoutePolicy, preconditions: Preconditions): boolean {
  return preconditions !== noPreconditions || bodyLimit !== null || ifMatch === 'required';
}

/**
 * Existence (404), then preconditions (428, 412, 304), before the body is validated (RFC 9110 §13.2).
 *
 * @param existing what the lookup found.
 * @returns the record when the response is 304, else null.
 * @throws ApiError `not_found`, `precondition_required`, `precondition_failed`.
 */
export function checkPreconditions(
  preconditions: Preconditions,
  policy: RoutePolicy,
  existing: FoundResource | null,
): FoundResource | null {
  if (existing === null && policy.missing !== 'create') throw notFound(policy.resource ?? 'record');
  if (policy.ifMatch === 'required') assertConditional(preconditions, policy);
  if (policy.entityTag === 'write') assertWritePreconditions(preconditions, existing);
  if (policy.entityTag !== 'read' || existing === null) return null;
  return isNotModified(preconditions, existing.entityTag) ? existing : null;
}

/** A request that may only create a record has no version to name. */
function assertConditional({ ifMatch, ifNoneMatch }: Preconditions, { missing }: RoutePolicy): void {
  if (ifMatch !== null || (missing === 'create' && ifNoneMatch === '*')) return;
  throw new ApiError('precondition_required', 'Send If-Match with the ETag of the version the change is based on.');
}

/**
 * The 404 of a record: the same message whether it never existed or belongs to another tenant.
 *
 * @param resource the `resource` of its routes: `todo`, `shoppingList`.
 */
export function notFound(resource: string): ApiError<'not_found'> {
  const words = resource.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll(/[_-]/g, ' ');
  return new ApiError('not_found', `The ${words} does not exist.`);
}
