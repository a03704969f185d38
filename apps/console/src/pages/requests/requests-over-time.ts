import type { LoggedRequest } from '@product-content/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { InputOf, ResponseOf } from '../../api/operations.ts';
import { useRead } from '../../api/use-read.ts';

/** A span of time up to now, divided into equal intervals. */
export interface Span {
  readonly intervals: number;
  /** Milliseconds of one interval. */
  readonly length: number;
}

const hourMs = 3_600_000;

export const lastHour: Span = { intervals: 12, length: hourMs / 12 };
export const lastDay: Span = { intervals: 24, length: hourMs };
export const lastWeek: Span = { intervals: 7, length: 24 * hourMs };

/** The start of a span that ends with the current interval. */
function startOf({ intervals, length }: Span, now: Date): Date {
  return new Date((Math.floor(now.getTime() / length) - intervals + 1) * length);
}

/** Counts the instants in each interval, oldest first. Those before the span are ignored. */
export function countByInterval(instants: readonly string[], span: Span, now: Date): readonly number[] {
  const start = startOf(span, now).getTime();
  const counts = Array.from({ length: span.intervals }, () => 0);
  for (const instant of instants) {
    const interval = Math.floor((new Date(instant).getTime() - start) / span.length);
    if (interval >= 0 && interval < counts.length) counts[interval] = (counts[interval] ?? 0) + 1;
  }
  return counts;
}

export interface RequestsOverTime {
  readonly query: UseQueryResult<ResponseOf<'requests.list'>, Error>;
  readonly requests: readonly LoggedRequest[];
  /** By interval, oldest first. */
  readonly counts: readonly number[];
  /** True: there are older requests in the span, which are not counted. */
  readonly isMore: boolean;
}

/** Milliseconds between counts. */
const refreshMs = 10_000;

/** The most requests that are counted: one page. */
const counted = 250;

/** The requests of a span, and how many arrived in each interval. */
export function useRequestsOverTime(span: Span, filter: InputOf<'requests.list'>['query'] = {}): RequestsOverTime {
  const [now] = useState(() => new Date());
  const query = useRead(
    'requests.list',
    { query: { ...filter, from: startOf(span, now), limit: counted } },
    { refreshMs: () => refreshMs },
  );
  const requests = query.data?.body.data ?? [];
  const instants = requests.map(({ createdAt }) => createdAt);
  return {
    query,
    requests,
    counts: countByInterval(instants, span, now),
    isMore: query.data?.body.pagination.hasMore ?? false,
  };
}
