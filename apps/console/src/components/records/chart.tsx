import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';

const Sparkline = lazy(async () => ({ default: (await import('@mantine/charts')).Sparkline }));

export interface TrendProps {
  /** Describes the numbers to screen readers: `Requests per hour, the last 24 hours`. */
  readonly label: string;
  /** Oldest first. */
  readonly values: readonly number[];
  /** A colour of the theme. Default: the primary one; `red` for failures. */
  readonly color?: string;
}

/** A small chart beside a number. The chart library is loaded when the first one is shown. */
export function Trend({ label, values, color = 'indigo.6' }: TrendProps) {
  return (
    <div role="img" aria-label={`${label}: ${values.join(', ')}`}>
      <Suspense fallback={<Skeleton h={36} />}>
        <Sparkline h={36} data={[...values]} color={color} curveType="monotone" fillOpacity={0.2} strokeWidth={1.5} />
      </Suspense>
    </div>
  );
}
