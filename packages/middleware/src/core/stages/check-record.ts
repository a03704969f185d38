import { formatEntityTag, type RoutePolicy } from '@contract-kit/http-spec';
import { checkPreconditions, isLookedUp, needsLookup, readPreconditions } from '../../etag/check-preconditions.ts';
import { parsePreconditions } from '../../etag/preconditions.ts';
import type { Lookup, ResourceLookup } from '../../etag/resource-lookup.ts';
import type { Exchange } from '../exchange.ts';
import type { Operation } from '../operations/operation.ts';

/**
 * Checks that the record exists and the preconditions are met: 404, 412 and 304 come before 422 and before the
 * handler's work.
 *
 * @throws ApiError `not_found`, `precondition_failed`, `bad_request` for a malformed field.
 */
export function checkRecord(exchange: Exchange, { policy }: Operation): void | Promise<void> {
  const { api, request } = exchange;
  if (!needsLookup(policy)) {
    // A view that is not a record has the tag its handler returns; `respond` compares the two.
    if (policy.entityTag === 'read') {
      exchange.preconditions = parsePreconditions(undefined, request.headers['if-none-match'], api);
    }
    return;
  }
  const fields = { ifMatch: request.headers['if-match'], ifNoneMatch: request.headers['if-none-match'] };
  const preconditions = readPreconditions(policy, fields, api);
  if (!isLookedUp(policy, preconditions)) return;
  exchange.preconditions = preconditions;
  const lookup = api.lookups[policy.resource as string] as Lookup;
  if (typeof lookup === 'function') return lookUp(exchange, policy, lookup);
  const find = lookup.repeatedByHandlers;
  if (!isRepeated(exchange, policy)) return lookUp(exchange, policy, find);
  exchange.recordCheck = () => lookUp(exchange, policy, find);
}

/**
 * Whether a handler repeats what the lookup would find out. A replay comes after the check, so a request with a key is
 * checked here. So are operations that may create the record, and those that require If-Match: they have other outcomes.
 */
function isRepeated({ idempotencyKey }: Exchange, { entityTag, missing, ifMatch }: RoutePolicy): boolean {
  return idempotencyKey === null && entityTag === 'write' && missing !== 'create' && ifMatch !== 'required';
}

async function lookUp(exchange: Exchange, policy: RoutePolicy, find: ResourceLookup): Promise<void> {
  const { preconditions, caller, params, query } = exchange;
  const notModified = checkPreconditions(preconditions, policy, await find({ caller, params, query, policy }));
  if (notModified === null) return;
  const { entityTag } = notModified;
  const tag = entityTag && { headers: { ETag: formatEntityTag(entityTag.value, entityTag) } };
  exchange.result = { status: 304, ...tag, body: undefined };
}
