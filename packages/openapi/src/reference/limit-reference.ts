import { policyOf, routesOf, vocabularyOf } from '@contract-kit/http-spec';
import { formatBytes, formatNumber } from '../format-bytes.ts';
import { code, toPage, toTable } from '../markdown.ts';
import type { AppRoute, AppRouter } from '../ts-rest.ts';

/** One limit of the API. */
export interface LimitDescription {
  readonly name: string;
  readonly value: number;
  /** What the number counts. */
  readonly unit: 'bytes' | 'milliseconds' | 'items';
  readonly meaning: string;
}

/**
 * The limits of an API as a Markdown page: its rate limits with their operations, and every size and number.
 *
 * @param limits sizes and numbers.
 *
 * @example
 * await writeFile('docs/reference/limits.md', createLimitReference(contract, limits));
 */
export function createLimitReference(contract: AppRouter, limits: readonly LimitDescription[]): string {
  const { limits: rates = {} } = vocabularyOf(contract);
  const policies = routesOf<AppRoute>(contract).map(policyOf);
  const operationsOf = (name: string) => policies.filter((policy) => policy.limits.includes(name));
  const [widest] = Object.keys(rates).toSorted((a, b) => operationsOf(b).length - operationsOf(a).length);
  const rateRows = Object.entries(rates).map(([name, { limit, windowMs }]) => [
    code(name),
    formatNumber(limit),
    formatDuration(windowMs),
    name === widest
      ? 'every operation not named here'
      : operationsOf(name)
          .map(({ operationId }) => code(operationId))
          .join(' '),
  ]);
  return toPage(
    'Limits',
    'A body or file that is too large fails with `payload_too_large`. ' +
      '[Operations](operations.md) has the size of each body.',
    '## Requests',
    'Counted per caller, or per address for unauthenticated requests. Requests beyond a limit fail with `rate_limited`.',
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
