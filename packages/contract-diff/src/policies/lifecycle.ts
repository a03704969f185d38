import type { Deprecation } from '@contract-kit/http-spec';
import type { PlaceReport } from '../operations/place-report.ts';
import { pair, type Rule, same } from '../rule.ts';
import type { OperationSnapshot } from '../snapshot/snapshot.ts';

/** How an operation ends. Its removal is a rule of operations. */
export const lifecycleRules: readonly Rule[] = [
  ...pair(
    ['lifecycle.deprecated', 'safe', 'The operation is deprecated'],
    ['lifecycle.restored', 'safe', 'The operation is no longer deprecated'],
  ),
  ...pair(
    ['lifecycle.sunset-set', 'risky', 'The operation ends at a date'],
    ['lifecycle.sunset-lifted', 'safe', 'The operation no longer ends at a date'],
  ),
  ...pair(
    ['lifecycle.sunset-pulled-forward', 'breaking', 'The operation ends earlier'],
    ['lifecycle.sunset-postponed', 'safe', 'The operation ends later'],
  ),
  ...same('lifecycle.successor-changed', 'safe', 'Another operation takes its place'),
];

/** The deprecation of an operation; without dates if it only has the OpenAPI flag, undefined without one. */
export function deprecationOf({ policy, deprecated }: OperationSnapshot): Partial<Deprecation> | undefined {
  return policy?.deprecated ?? (deprecated ? {} : undefined);
}

export function compareLifecycles(before: OperationSnapshot, after: OperationSnapshot, { report }: PlaceReport): void {
  const [from, to] = [deprecationOf(before), deprecationOf(after)];
  if (from === undefined && to === undefined) return;
  if (from === undefined) {
    report('lifecycle.deprecated', 'deprecated', undefined, to?.sunset);
    return;
  }
  if (to === undefined) {
    report('lifecycle.restored', 'deprecated', from.sunset);
    return;
  }
  if (from.successor !== to.successor) {
    report('lifecycle.successor-changed', 'deprecated.successor', from.successor, to.successor);
  }
  if (from.sunset === to.sunset) return;
  report(`lifecycle.${sunsetChange(from.sunset, to.sunset)}`, 'deprecated.sunset', from.sunset, to.sunset);
}

function sunsetChange(before: string | undefined, after: string | undefined): string {
  if (before === undefined) return 'sunset-set';
  if (after === undefined) return 'sunset-lifted';
  return Date.parse(after) < Date.parse(before) ? 'sunset-pulled-forward' : 'sunset-postponed';
}

/** The finding for a removed operation, and with `added` its mirror for an added one. */
export function presenceRule(operation: OperationSnapshot, change: 'added' | 'removed', now: Date): string {
  const deprecation = deprecationOf(operation);
  if (deprecation === undefined) return `operation.${change}`;
  const isOver = deprecation.sunset !== undefined && Date.parse(deprecation.sunset) <= now.getTime();
  if (isOver) return `operation.${change}-after-sunset`;
  return change === 'added' ? 'operation.added-deprecated' : 'operation.removed-before-sunset';
}
