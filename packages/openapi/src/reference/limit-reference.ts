import { policyOf, type RateLimitPolicy } from '@contract-kit/http-spec';
import { formatBytes, formatNumber } from '../format-bytes.ts';
import { routesOf } from '../routes-of.ts';
import type { AppRouter } from '../ts-rest.ts';
import { code, toPage, toTable } from './markdown.ts';

/** One number a caller can run into. */
export interface LimitDescription {
  readonly name: string;
  readonly value: number;
  /** What the number counts. */
  readonly unit: 'bytes' | 'milliseconds' | 'items';
  readonly meaning: string;
}

export interface LimitReferenceOptions {
  /** Rate limits by the name routes refer to. */
  readonly rates: Readonly<Record<string, RateLimitPolicy>>;
  readonly limits: readonly LimitDescription[];
}

/**
 * What a caller can run into as a Markdown page: the rate limits with the operations they are of, and every size and
 * number.
 *
 * @example
 * await writeFile('docs/reference/limits.md', createLimitReference(contract, { rates, limits }));
 */
export function createLimitReference(contract: AppRouter, { rates, limits }: LimitReferenceOptions): string {
  const byLimit = Map.groupBy(routesOf(contract).map(policyOf), ({ limit }) => limit);
  const [widest] = [...byLimit].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const rateRows = Object.entries(rates).map(([name, { limit, windowMs }]) => [
    code(name),
    formatNumber(limit),
    formatDuration(windowMs),
    name === widest
      ? 'every operation not named here'
      : (byLimit.get(name) ?? []).map(({ operationId }) => code(operationId)).join(' '),
  ]);
  return toPage(
    'Limits',
    'A body or file that is too large answers `payload_too_large`. ' +
      '[Operations](operations.md) has the size of each body.',
    '## Requests',
    'Counted by key, and by address where no key is sent. Beyond, requests answer `rate_limited`.',
    toTable(['Limit', 'Requests', 'In any', 'Operations'], rateRows),
    '## Sizes and numbers',
    toTable(
      ['Limit', 'Value', 'Of what'],
      limits.map((limit) => [code(limit.name), formatValue(limit), limit.meaning]),
    ),
  );
}

function formatValue({ unit, value }: LimitDescription): string {
  if (unit === 'bytes') return formatBytes(value);
  return unit === 'milliseconds' ? formatDuration(value) : formatNumber(value);
}

const durationUnits = [
  ['hours', 3_600_000],
  ['seconds', 1000],
] as const;

function formatDuration(milliseconds: number): string {
  const [unit, size] = durationUnits.find(([, size]) => milliseconds % size === 0) ?? ['milliseconds', 1];
  return `${formatNumber(milliseconds / size)} ${unit}`;
}
