import { formatEntityTag, type RoutePolicy } from '@contract-kit/http-spec';
import { checkPreconditions, isLookedUp, needsLookup, readPreconditions } from '../../etag/check-preconditions.ts';
import { type Preconditions, parsePreconditions } from '../../etag/preconditions.ts';
import type { ResourceLookup } from '../../etag/resource-lookup.ts';
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
  if (isLookedUp(policy, preconditions)) return lookUp(exchange, policy, preconditions);
}

async function lookUp(exchange: Exchange, policy: RoutePolicy, preconditions: Preconditions): Promise<void> {
  const { api, caller, params, query } = exchange;
  exchange.preconditions = preconditions;
  const lookup = api.lookups[policy.resource as string] as ResourceLookup;
  const notModified = checkPreconditions(preconditions, policy, await lookup({ caller, params, query, policy }));
  if (notModified === null) return;
  const { entityTag } = notModified;
  const tag = entityTag && { headers: { ETag: formatEntityTag(entityTag.value, entityTag) } };
  exchange.result = { status: 304, ...tag, body: undefined };
}
