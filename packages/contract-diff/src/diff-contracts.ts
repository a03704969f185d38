import { createCollector } from './collector.ts';
import type { Finding } from './finding.ts';
import { compareContent, compareRequests } from './operations/compare-requests.ts';
import { compareResponses } from './operations/compare-responses.ts';
import type { PlaceReport } from './operations/place-report.ts';
import { compareAccess, compareSchemes } from './policies/access.ts';
import { compareChanges, compareIdempotency } from './policies/changes.ts';
import { compareErrors, compareOperationErrors } from './policies/errors.ts';
import { compareDeliveries } from './policies/events.ts';
import { compareLifecycles, presenceRule } from './policies/lifecycle.ts';
import { compareBuckets, compareRateLimits } from './policies/rate-limits.ts';
import { compareSizes } from './policies/sizes.ts';
import { compareTools } from './policies/tools.ts';
import type { OperationSnapshot, Snapshot } from './snapshot/snapshot.ts';

export interface DiffOptions {
  /** The time to compare sunsets with. Default: now. */
  readonly now?: Date;
}

/**
 * What has changed from one contract to a later one, worst first. Contracts that differ only in order have not changed.
 *
 * Policies are compared where both sides have them: what an OpenAPI document or a route without `operation()` does not
 * say cannot have changed.
 *
 * @example
 * const before = readSnapshot(JSON.parse(await readFile('releases/1.0.0.json', 'utf8')));
 * const findings = diffContracts(before, await createSnapshot(contract));
 * const breaks = findings.filter(({ level }) => level === 'breaking');
 */
export function diffContracts(before: Snapshot, after: Snapshot, { now = new Date() }: DiffOptions = {}): Finding[] {
  const collector = createCollector(before, after);
  const whole = collector.at(null);
  const haveBothPolicies = before.errors !== undefined && after.errors !== undefined;
  if (haveBothPolicies) compareErrors(before.errors, after.errors, whole);
  if (haveBothPolicies && before.errorBody !== undefined && after.errorBody !== undefined) {
    compareContent(before.errorBody, after.errorBody, { sender: 'response', path: 'errorBody' }, whole);
  }
  compareSchemes(before.authSchemes, after.authSchemes, whole);
  compareRateLimits(before.rateLimits, after.rateLimits, whole);
  compareIdempotency(before.idempotency, after.idempotency, whole);
  for (const [from, to] of pairOperations(before.operations, after.operations)) {
    const at = collector.at(to?.id ?? from?.id ?? null);
    if (from === undefined) at.report(presenceRule(to.operation, 'added', now));
    else if (to === undefined) at.report(presenceRule(from.operation, 'removed', now));
    else {
      if (from.id !== to.id) at.report('operation.renamed', '', from.id, to.id);
      compareOperations(from.operation, to.operation, { before, after }, at);
    }
  }
  if (haveBothPolicies) compareTools(before, after, collector.at);
  compareDeliveries(before, after, collector.at);
  return collector.findings();
}

interface NamedOperation {
  readonly id: string;
  readonly operation: OperationSnapshot;
}

type OperationPair = [NamedOperation, NamedOperation | undefined] | [undefined, NamedOperation];
type Operations = Snapshot['operations'];

/** Operations are matched by id, the rest by method and path. */
function pairOperations(before: Operations, after: Operations): OperationPair[] {
  const left = Object.entries(after).filter(([id]) => before[id] === undefined);
  const byPlace = new Map(left.map(([id, operation]) => [placeOf(operation), { id, operation }]));
  const paired = Object.entries(before).map(([id, operation]): OperationPair => {
    const same = after[id];
    if (same !== undefined)
      return [
        { id, operation },
        { id, operation: same },
      ];
    const renamed = byPlace.get(placeOf(operation));
    byPlace.delete(placeOf(operation));
    return [{ id, operation }, renamed];
  });
  return [...paired, ...[...byPlace.values()].map((added): OperationPair => [undefined, added])];
}

/** Method and path; names of path parameters are not part of requests. */
function placeOf({ method, path }: OperationSnapshot): string {
  return `${method} ${path.replaceAll(/:\w+/g, ':')}`;
}

interface Contracts {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

function compareOperations(
  from: OperationSnapshot,
  to: OperationSnapshot,
  contracts: Contracts,
  at: PlaceReport,
): void {
  if (placeOf(from) !== placeOf(to)) {
    at.report('operation.moved', '', `${from.method} ${from.path}`, `${to.method} ${to.path}`);
  }
  compareRequests(from, to, at);
  compareResponses(from, to, at);
  compareLifecycles(from, to, at);
  if (from.policy === undefined || to.policy === undefined) return;
  const { before, after } = contracts;
  compareAccess(from.policy, to.policy, at);
  compareBuckets(from.policy, to.policy, { before: before.rateLimits, after: after.rateLimits }, at);
  compareChanges(from.policy, to.policy, at);
  compareOperationErrors(from.policy, to.policy, { before: before.errors, after: after.errors }, at);
  compareSizes(from.policy, to.policy, at);
}
