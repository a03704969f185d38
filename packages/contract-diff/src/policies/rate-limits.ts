import type { RateLimitPolicy } from '@contract-kit/http-spec';
import type { PlaceReport } from '../operations/place-report.ts';
import { pair, type Rule, same } from '../rule.ts';
import type { PolicySnapshot, Snapshot } from '../snapshot/snapshot.ts';
import { addedTo } from './added-to.ts';

/** How often callers may call. */
export const rateLimitRules: readonly Rule[] = [
  ...pair(
    ['rate-limit.lowered', 'breaking', 'The rate limit admits fewer requests, or over a longer window'],
    ['rate-limit.raised', 'safe', 'The rate limit admits more requests'],
  ),
  ...same('rate-limit.changed', 'breaking', 'The rate limit refuses some requests it admitted, and admits others'),
  ...pair(
    ['rate-limit.smaller-bucket', 'breaking', 'The operation counts against a smaller rate limit'],
    ['rate-limit.larger-bucket', 'safe', 'The operation counts against a larger rate limit'],
  ),
  ...same('rate-limit.other-bucket', 'risky', 'The operation shares its rate limit with other operations than before'),
  ...pair(
    ['rate-limit.added', 'breaking', 'The operation counts against a further rate limit'],
    ['rate-limit.removed', 'safe', 'The operation no longer counts against the rate limit'],
  ),
];

type Limits = Snapshot['rateLimits'];
type Figures = Pick<RateLimitPolicy, 'limit' | 'windowMs'>;

/** Compares the figures of the limits that both contracts name. */
export function compareRateLimits(before: Limits = {}, after: Limits = {}, { report }: PlaceReport): void {
  for (const name of Object.keys(before).sort()) {
    const [from, to] = [before[name], after[name]];
    if (from === undefined || to === undefined || (from.limit === to.limit && from.windowMs === to.windowMs)) continue;
    const change = admitsAll(to, from) ? 'raised' : admitsAll(from, to) ? 'lowered' : 'changed';
    report(`rate-limit.${change}`, `rateLimits.${name}`, describe(from), describe(to));
  }
}

/** Compares which limits an operation counts against. */
export function compareBuckets(
  before: PolicySnapshot,
  after: PolicySnapshot,
  limits: { readonly before: Limits; readonly after: Limits },
  { report }: PlaceReport,
): void {
  const removed = addedTo(after.limits, before.limits);
  const added = addedTo(before.limits, after.limits);
  // One limit replaced by another is a move; the rest were added or removed.
  for (const [index, from] of removed.entries()) {
    const to = added[index];
    if (to === undefined) report('rate-limit.removed', 'limits', from);
    else report(`rate-limit.${bucketOf(limits.before?.[from], limits.after?.[to])}`, 'limits', from, to);
  }
  for (const name of added.slice(removed.length)) report('rate-limit.added', 'limits', undefined, name);
}

function bucketOf(before: Figures | undefined, after: Figures | undefined): string {
  if (before === undefined || after === undefined) return 'other-bucket';
  const [isLarger, isSmaller] = [admitsAll(after, before), admitsAll(before, after)];
  if (isLarger === isSmaller) return isLarger ? 'other-bucket' : 'changed';
  return isLarger ? 'larger-bucket' : 'smaller-bucket';
}

/** Whether one limit admits everything the other admits, compared by windows. */
function admitsAll(wide: Figures, narrow: Figures): boolean {
  return wide.limit >= narrow.limit * Math.ceil(wide.windowMs / narrow.windowMs);
}

function describe({ limit, windowMs }: Figures): string {
  return `${limit} in ${windowMs / 1000} s`;
}
